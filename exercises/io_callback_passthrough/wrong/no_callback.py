# structure call: right numbers, no host
def io_callback_passthrough(x):
    return x * 2  # here
