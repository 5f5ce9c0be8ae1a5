# the host function stands inside, everything goes by keyword
import jax


def pure_callback_double(x):
    def on_host(arr):
        return 2 * arr

    return jax.pure_callback(
        callback=on_host,
        result_shape_dtypes=jax.ShapeDtypeStruct(shape=x.shape, dtype=x.dtype),
        arr=x,
        vmap_method="broadcast_all",
    )
