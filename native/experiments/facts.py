"""What the papers print (published.json), and how a number of ours compares with one of theirs."""
import json
import math
import os

HERE = os.path.dirname(os.path.abspath(__file__))
SAME = 2.0  # standard deviations of the difference


def published():
    with open(os.path.join(HERE, "published.json")) as file:
        return json.load(file)


class Table:
    """One table or figure of a paper. Cells are looked up by method and data set, whether these are its rows or its columns."""

    def __init__(self, facts, paper, name):
        self.paper, self.name = paper, name
        self.title, self.authors = facts[paper]["title"], facts[paper]["authors"]
        table = facts[paper]["tables"][name]
        self.metric, self.protocol = table["metric"], table.get("protocol", {})
        self.columns, self.rows, self.notes = table.get("columns", []), table.get("rows", {}), table.get("notes", "")

    def cell(self, row, column):
        """The printed cell, or None; with `mean`, unless it says that it is `missing` and why."""
        if row not in self.rows or column not in self.columns:
            return None
        return self.rows[row][self.columns.index(column)]

    def cells(self):
        return [(row, column, cell) for row, cells in self.rows.items() for column, cell in zip(self.columns, cells) if cell]


def printed(cell):
    """A cell as printed, with all its digits; ? where the print is in doubt."""
    if "mean" not in cell:
        return f"– ({cell['missing']})"
    text = repr(cell["mean"])
    if "sd" in cell:
        text += f" ± {cell['sd']!r}"
    if "dims" in cell:
        text += f" ({cell['dims']!r})"
    if cell.get("mark") == "best":
        text = f"**{text}**"
    elif cell.get("mark"):
        text += " +"
    return text + (" ?" if "doubt" in cell else "")


def in_metric(metric, error):
    """An error between 0 and 1 in the unit of a table."""
    return {"error %": 100 * error, "accuracy %": 100 * (1 - error), "accuracy (0 to 1)": 1 - error}[metric]


def spread_in(metric, sd):
    return sd if metric == "accuracy (0 to 1)" else 100 * sd


class Comparison:
    """Theirs and ours of one cell. The difference of two means is compared with the spread over splits of both: it has the
    standard deviation sqrt(sd² + sd²); where the paper prints none, ours stands for it, too."""

    def __init__(self, metric, cell, mean, sd, splits):
        self.cell, self.metric, self.mean, self.sd = cell, metric, mean, sd
        theirs = cell.get("sd", sd)
        self.difference = mean - cell["mean"]
        self.spread = math.hypot(sd, theirs)
        self.standard_error = self.spread / math.sqrt(splits)

    @property
    def doubtful(self):
        return "doubt" in self.cell

    @property
    def same(self):
        return abs(self.difference) <= SAME * self.spread

    @property
    def same_mean(self):
        """The stricter comparison: whether both means could be estimates of the same number."""
        return abs(self.difference) <= SAME * self.standard_error

    @property
    def verdict(self):
        if self.same:
            return "same"
        return "better" if (self.difference > 0) == self.metric.startswith("accuracy") else "worse"
