# structure return: another way when it is called without jit
import jax


def pure_callback_double(x):
    if not isinstance(x, jax.core.Tracer):
        return x * 2  # here
    return jax.pure_callback(
        lambda arr: arr * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential"
    )
