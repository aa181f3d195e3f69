"""The score of the tried changes: shares with intervals, and each survivor."""
import math


def interval(k, n):
    """Wilson's interval for a share of k in n at 95 %."""
    if n == 0:
        return 0.0, 1.0
    z = 1.959964
    middle = (k + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(k * (n - k) / n + z * z / 4)
    return middle - half, middle + half


def share(what, k, n):
    low, high = interval(k, n)
    percent = f"{100 * k / n:.1f} %" if n else "-"
    return f"{what}: {k} of {n}, {percent} [{100 * low:.1f}, {100 * high:.1f}]"


def equivalents(path):
    """Key -> reason, from lines `KEY  FILE: REASON`; # begins a comment."""
    known = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.strip() and not line.startswith("#"):
            key, _, reason = line.partition(" ")
            known[key] = reason.strip()
    return known


def report(rows, equivalents_path, count):
    reasons = equivalents(equivalents_path)
    same = [r for r in rows if r["key"] in reasons]
    wrong = [r for r in rows if r["key"] not in reasons]
    tested = [r for r in wrong if "tests" in r]
    planned = [r for r in wrong if "plan" in r]
    caught = [r for r in tested if r["tests"] != "survived"]
    late = [r for r in tested if r["tests"] == "timeout"]
    by_plan = [r for r in planned if r["plan"] != "survived"]
    seconds = sum(r.get("tests_seconds", 0) + r.get("plan_seconds", 0) for r in rows)
    lines = [
        f"{len(rows)} of {count} changes tried, {len(same)} of them equivalent; {seconds / max(1, len(rows)):.0f} s each",
        share("caught by the tests", len(caught), len(tested)) + f" (95 %); {len(late)} of them by their time",
        share("in schemes, solvers and problems, caught by the CI plan alone", len(by_plan), len(planned)) + " (95 %)",
    ]
    for title, some in (("survived the tests", [r for r in tested if r["tests"] == "survived"]),
                        ("survived the CI plan", [r for r in planned if r["plan"] == "survived"])):  # fmt: skip
        lines.append(f"\n{title}:")
        for r in some:
            why = r["plan_by"] if "CI" in title else ""
            lines.append(f"  {r['key']}  {r['file']}:{r['line']}  `{r['from'][:60]}` -> `{r['to'][:60]}` in `{r['context'][:90]}`" + (f" ({why})" if why else ""))
    if same:
        lines.append("\nequivalent:")
        lines += [f"  {r['key']}  {r['file']}:{r['line']}  {reasons[r['key']]}" for r in same]
    return "\n".join(lines)
