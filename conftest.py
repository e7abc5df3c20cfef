"""Load the suite's plugin; options, fixtures and hooks live in bench_plugin/."""

pytest_plugins = (
    "bench_plugin.options",
    "bench_plugin.fixtures",
    "bench_plugin.hooks",
    "pytester",  # for the suite's own tests; pytest takes plugins from the top-level conftest only
)
