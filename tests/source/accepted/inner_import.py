def io_callback_passthrough(x):
    import jax as j
    from jax.experimental import io_callback as cb
    return cb(lambda a: a*2, j.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
