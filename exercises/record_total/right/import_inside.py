# imports where they are used, and waits for the result
TOTALS = []


def record_total(x):
    import jax
    from jax.experimental import io_callback

    def host(total):
        TOTALS.append(float(total))
        return total

    total = x.sum()
    back = io_callback(host, jax.ShapeDtypeStruct((), x.dtype), total, ordered=True)
    jax.block_until_ready(back)
    return back
