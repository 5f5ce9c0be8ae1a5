# structure return: no callback under jit and vmap
import jax


def pure_callback_double(x):
    try:
        float(x[0])
    except (TypeError, IndexError):
        return x * 2  # here
    return jax.pure_callback(
        lambda arr: arr * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential"
    )
