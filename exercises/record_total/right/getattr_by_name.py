# fetched by its name; a default says which list
import jax
import jax.experimental
import jax.numpy as jnp

TOTALS = []
call_host = getattr(jax.experimental, "io_callback")  # noqa: B009


def record_total(x, into=TOTALS):
    def record(total):
        into.append(float(total))
        return total

    return call_host(record, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)
