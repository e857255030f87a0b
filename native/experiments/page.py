"""docs/REPRODUCTION.md: every printed cell, ours next to it, and a verdict. Made from results alone."""
import os

from facts import Comparison, in_metric, printed, spread_in

HERE = os.path.dirname(os.path.abspath(__file__))
ORDER = ["tsd", "laplda", "apps_dag_dne", "mpda", "sle"]


class Page:
    def __init__(self):
        self.compared = []  # (experiment, table, row, column, comparison)
        self.not_compared = []  # (table, row, column, cell, why)
        self.sections = []
        self.missing = []  # tables of which nothing was run

    def add(self, experiment, table, results):
        lines = [f"## {title(table)}", "", *experiment.about.splitlines(), ""]
        if table.protocol:
            lines += ["As printed: " + "; ".join(f"{key}: {value}" for key, value in table.protocol.items()) + ".", ""]
        lines += SECTION[experiment.kind](self, experiment, table, results)
        if experiment.remark:
            lines += ["", *experiment.remark.splitlines()]
        self.sections.append("\n".join(lines).rstrip())

    def text(self, builds):
        with open(os.path.join(HERE, "preface.md")) as file:
            preface = file.read().rstrip()
        if builds > 1:
            preface += f"\n\nMade of results that {builds} builds of the program have left; the next whole run makes them one."
        return "\n\n".join([preface, "\n".join(self.summary()), *self.sections]) + "\n"

    def summary(self):
        yield "## Summary"
        yield ""
        yield "| | cells printed | compared | same | better | worse | same mean |"
        yield "|---|---:|---:|---:|---:|---:|---:|"
        tables = dict.fromkeys(table for _, table, *_ in self.compared)
        tables = {(t.paper, t.name): t for t in [*tables, *(t for t, *_ in self.not_compared)]}
        for table in sorted(tables.values(), key=lambda t: (ORDER.index(t.paper), t.name)):
            yield summary_row(title(table), [c for _, t, _, _, c in self.compared if key(t) == key(table)],
                              sum(key(t) == key(table) for t, *_ in self.not_compared))
        yield summary_row("**all**", [c for *_, c in self.compared], len(self.not_compared))
        yield ""
        if self.missing:
            yield "This page is not complete. Nothing was run for: " + "; ".join(title(table) for table in self.missing) + "."
            yield ""
        yield from self.apart()
        yield ""
        yield from self.left_out()

    def apart(self):
        apart = [entry for entry in self.compared if not entry[-1].same]
        yield "Cells that are not the same, and why:" if apart else "All cells that were compared are the same."
        if apart:
            yield ""
            yield "| cell | difference | cause |"
            yield "|---|---:|---|"
        for experiment, table, row, column, c in apart:
            cause = cause_of(experiment, row, column) or ("the print is in doubt" if c.doubtful else "not known")
            yield f"| {title(table, short=True)}, {row}, {column} | {c.difference:+.1f} ({c.verdict}) | {cause} |"

    def left_out(self):
        if self.not_compared:
            yield "Cells that were not compared:"
            yield ""
            reasons = {}
            for table, row, column, _, why in self.not_compared:
                reasons.setdefault((title(table, short=True), why), []).append(f"{row}, {column}")
            for (name, why), cells in reasons.items():
                what = "; ".join(cells) if len(cells) <= 4 else f"{len(cells)} cells"
                yield f"- {name}: {what}: {why}."


def key(table):
    return table.paper, table.name


def title(table, short=False):
    name = {"tsd": "TSD", "laplda": "LapLDA", "apps_dag_dne": "Apps-DAG-DNE", "mpda": "MPDA", "sle": "SLE"}[table.paper]
    return f"{name}, {table.name}" if short else f"{name}, {table.name} ({table.metric})"


def summary_row(name, comparisons, left_out):
    verdicts = [c.verdict for c in comparisons]
    counts = [len(comparisons) + left_out, len(comparisons), *(verdicts.count(v) for v in ("same", "better", "worse")),
              sum(c.same_mean for c in comparisons)]
    return f"| {name} | " + " | ".join(map(str, counts)) + " |"


def cause_of(experiment, row, column):
    """The most specific cause that the file gives for this cell, or None."""
    for name in (f"{row}/{column}", row, column):
        if name in experiment.causes:
            return experiment.causes[name]
    return None


def evaluated(page, experiment, table, results):
    """A table for each run: the printed cell, ours, the verdict; then what else was run."""
    metric = table.metric if table.metric in ("error %", "accuracy %", "accuracy (0 to 1)") else "accuracy %"
    for run, result in results:
        yield f"### {run.title}"
        yield ""
        yield f"`tanda evaluate {run.data_name()} {shown(run.words())}`"
        yield ""
        yield f"Each split: {sum(result['train'])} samples to train with, {sum(result['test'])} to test with; {result['splits']} splits."
        yield ""
        yield f"| method | printed | ours, {metric} | dims | verdict | chosen most |"
        yield "|---|---:|---:|---:|---|---|"
        contests = {contest["name"]: contest for contest in result["contests"]}
        for name, spec in [*run.methods.items(), *((None, spec) for spec in run.also)]:
            yield row_of(page, experiment, table, metric, run, result, name, spec, contests[spec])
        yield ""
        if run.remark:
            yield from [*run.remark.splitlines(), ""]
    leave_out(page, experiment, table)


def row_of(page, experiment, table, metric, run, result, name, spec, contest):
    shown_as = f"{name} `{spec}`" if name else f"`{spec}`"
    cell = cell_of(experiment, table, name, run.place) if name else None
    if "failure" in contest:
        return f"| {shown_as} | {printed(cell) if cell else ''} | {contest['failure']} | | | |"
    mean, sd = in_metric(metric, contest["error"]), spread_in(metric, contest["sd"])
    digits = 4 if metric == "accuracy (0 to 1)" else 2
    ours = f"{mean:.{digits}f} ± {sd:.{digits}f}"
    verdict = ""
    if cell and "mean" in cell:
        comparison = Comparison(metric, cell, mean, sd, result["splits"])
        where = place_of(experiment, name, run.place)
        # A cell counts once; further runs of it under other conditions are explanations.
        if where not in compared_cells(page, table):
            page.compared.append((experiment, table, *where, comparison))
        verdict = f"{comparison.verdict} ({comparison.difference:+.{digits - 1}f})"
    cells = [shown_as, printed(cell) if cell else "", ours, dims_of(contest), verdict, most_chosen(contest)]
    return "| " + " | ".join(cells) + " |"


def dims_of(contest):
    """One number, or the mean of those of the splits."""
    dims = contest.get("dims") or contest.get("mean_dims")
    return f"{dims:.4g}" if dims else ""


def cell_of(experiment, table, method, place):
    return table.cell(*place_of(experiment, method, place))


def place_of(experiment, method, place):
    return (place, method) if experiment.data_are_rows else (method, place)


def leave_out(page, experiment, table):
    """Records the printed cells that were not compared."""
    seen = compared_cells(page, table)
    for row, column, cell in table.cells():
        if (row, column) in seen or "mean" not in cell:  # a cell without a number is a gap of the paper's
            continue
        why = experiment.absent.get(column) or experiment.absent.get(row) or cell.get("missing") or "not run"
        page.not_compared.append((table, row, column, cell, why))


def compared_cells(page, table):
    return {(row, column) for _, t, row, column, _ in page.compared if key(t) == key(table)}


def shown(words):
    return " ".join(f"'{word}'" if set(word) & set(";' ") else word for word in words)


def curves(page, experiment, table, results):
    """Accuracy over the number of training samples, a table for each run."""
    for run, points in results:
        yield f"### {run.title}"
        yield ""
        yield f"`tanda evaluate {run.data_name()} {shown(run.words())}` (with `--format html`: the curve)"
        yield ""
        sizes = run.entries["train"]
        labelled = run.entries.get("labelled", 0)
        yield "| accuracy % | " + " | ".join(f"{size - labelled} unlabelled" for size in sizes) + " |"
        yield "|---" + "|---:" * len(sizes) + "|"
        for row, spec in run.methods.items():
            found = [next(c for c in point["contests"] if c["name"] == spec) for point in points]
            yield f"| {row} `{spec}` | " + " | ".join(
                f"{in_metric('accuracy %', c['error']):.1f} ± {spread_in('accuracy %', c['sd']):.1f}" for c in found) + " |"
        yield ""


def most_chosen(contest):
    counts = {}
    for chosen in contest["chosen"]:
        text = ", ".join(f"{name} {value}" for name, value in chosen.items())
        counts[text] = counts.get(text, 0) + 1
    return max(counts, key=counts.get) if counts else ""


def seconds(page, experiment, table, results):
    """Printed seconds and ours, as multiples of one method's."""
    unit = experiment.unit
    yield f"Multiples of the time of {unit} on the same data: printed · ours. Seconds themselves are those of two machines."
    yield ""
    yield "| | " + " | ".join(table.columns) + " |"
    yield "|---" + "|---:" * len(table.columns) + "|"
    ours = {run.entries.get("row", run.place): (run, result) for run, result in results}
    for row in table.rows:
        if row not in ours:
            continue
        run, result = ours[row]
        contests = {contest["name"]: contest for contest in result["contests"]}
        taken = {name: contests[spec].get("fit_seconds") for name, spec in run.methods.items()}
        printed_ones = {column: table.cell(row, column)["mean"] for column in table.columns}
        cells = [f"{multiple(printed_ones, column, unit)} · {multiple(taken, column, unit)}" for column in table.columns]
        yield f"| {row} | " + " | ".join(cells) + " |"


def multiple(seconds_of, name, unit):
    if not seconds_of[name] or not seconds_of[unit]:
        return "–"
    times = seconds_of[name] / seconds_of[unit]
    return f"{times:.0f}" if times >= 10 else f"{times:.2g}"


def candidates(page, experiment, table, results):
    (run, result), *_ = results
    row = next(iter(table.rows))
    yield "| candidates | printed seconds | times that of one | ours, times that of one |"
    yield "|---:|---:|---:|---:|"
    one = table.cell(row, "1")["mean"]
    for count, taken in result.items():
        cell = table.cell(row, count)
        yield f"| {count} | {printed(cell)} | {cell['mean'] / one:.2f} | {taken / result['1']:.2f} |"


def unrolled(page, experiment, table, results):
    (run, result), *_ = results
    first = result[next(iter(run.methods.values()))]["seconds"]
    yield "| method | rank correlation with the length along the roll | printed: times faster | ours |"
    yield "|---|---:|---:|---:|"
    for name, spec in run.methods.items():
        cell = table.cell(name, "times faster")
        yield f"| {name} `{spec}` | {result[spec]['order']:.3f} | {printed(cell) if cell else ''} | {first / result[spec]['seconds']:.1f} |"


def memory(page, experiment, table, results):
    yield "| data | " + " | ".join(results[0][0].methods) + " |"
    yield "|---" + "|---:" * len(results[0][0].methods) + "|"
    for run, result in results:
        unit = result[run.methods[experiment.unit]]
        cells = [f"{result[spec] / unit:.3g} ({result[spec] / 1048576:.3g} MiB)" for spec in run.methods.values()]
        yield f"| {run.place} | " + " | ".join(cells) + " |"
    yield ""
    yield "Printed, about: " + ", ".join(f"{row} {printed(cells[0])}" for row, cells in table.rows.items()) + "."


def nothing(page, experiment, table, results):
    leave_out(page, experiment, table)
    return []


SECTION = {"evaluate": evaluated, "curve": curves, "seconds": seconds, "candidates": candidates, "unroll": unrolled, "memory": memory,
           "none": nothing}
