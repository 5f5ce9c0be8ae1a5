"""The grader on other versions of JAX than the locked one."""
