# imports inside, and a comment for each line
SEEN = []


def unused_result(x):
    # the callback with side effects
    from jax.experimental import io_callback

    # what the host does
    def host(values):
        SEEN.append(float(values.sum()))

    # unordered: the calls may overtake one another
    io_callback(host, None, x)
    # plain arithmetic stays on the device
    return x + x
