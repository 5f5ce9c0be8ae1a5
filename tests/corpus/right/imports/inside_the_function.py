def io_callback_passthrough(x):
    import jax
    from jax.experimental import io_callback

    def host(values):
        return values * 2

    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
