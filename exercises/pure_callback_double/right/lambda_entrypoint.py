# the entrypoint is a lambda, of a lambda
import jax

double = lambda arr: arr * 2  # noqa: E731
pure_callback_double = lambda x: jax.pure_callback(  # noqa: E731
    double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential"
)
