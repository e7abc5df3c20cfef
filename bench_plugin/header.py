"""What a run says of itself before it begins."""

from bench_plugin.manners import manners_of
from bench_plugin.redaction import public_url
from bench_plugin.session import BenchSession


def header_lines(bench: BenchSession) -> list[str]:
    """Which benchmarks run, where their data is, on which model, and how to get what is missing."""
    profile = bench.profile
    where = f" at {public_url(profile.base_url)}" if profile.adapter == "openai" else ""
    served = f" as {profile.served_name}" if profile.served_name not in (None, profile.name) else ""
    lines = [f"model: {profile.name}{served}{where}, {in_flight_line(bench)}"]
    for source in bench.plan.sources:
        skipped = f", {len(source.broken)} broken rows left out" if source.broken else ""
        lines.append(f"data: {source.suite}, {len(source.items)} items from {source.folder} ({source.how}){skipped}")
    manners = manners_of(bench.plan, bench.settings, bench.profile)
    lines += [f"asked: {name} with protocol {manner.protocol}" for name, manner in manners.items()]
    lines += [*bench.plan.missing, *bench.notes]
    if bench.settings.cache is not None:
        lines.append(_cache_line(bench))
    if bench.run is not None:
        lines.append(f"run folder: {bench.run}")
    return lines


def in_flight_line(bench: BenchSession) -> str:
    """How many requests are in flight, over how many processes."""
    if bench.role != "controller":
        return f"{bench.in_flight} in flight"
    return f"{bench.in_flight} in flight over {bench.workers} worker processes (--processes sets the number)"


def _cache_line(bench: BenchSession) -> str:
    temperature = bench.profile.sampling.temperature
    drawn = (
        "" if temperature == 0 else f"; at temperature {temperature} a reused answer is the earlier draw, not a new one"
    )
    kept = "empty, truncated and failed replies are never reused"
    return f"cache: {bench.settings.cache}, answers under equal settings are reused{drawn}; {kept}"
