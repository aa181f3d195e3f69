"""Comments of headers and sources as HTML, for the pages of guide/site/build."""
import html
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def fail(sentence):
    sys.exit("guide/site/build: " + sentence)


def escaped(text):
    return html.escape(text, quote=False)


def worded(text):
    """Words of a comment as HTML: names between backticks are code."""
    return re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escaped(text))


def comment_above(text, at):
    """The /// comment that ends right above position `at`."""
    lines = []
    for line in reversed(text[:at].splitlines()):
        if not line.lstrip().startswith("///"):
            break
        lines.append(re.sub(r"^\s*/// ?", "", line))
    return "\n".join(reversed(lines))


def main_comment(header):
    """The description of a module in a file: the comment of its parameters, else the longest one."""
    text = header.read_text(encoding="utf-8")
    found = re.search(r"^struct Params\b", text, re.M)
    if found and comment_above(text, found.start()):
        return comment_above(text, found.start())
    blocks = re.findall(r"(?:^\s*///.*\n)+", text, re.M)
    longest = max(blocks, key=len, default="")
    return "\n".join(re.sub(r"^\s*/// ?", "", line) for line in longest.splitlines())


def prose(comment):
    """A comment as HTML; indented lines are formulas."""
    out, formulas, words = [], [], []

    def flush():
        if words:
            out.append("<p>" + worded(" ".join(words)) + "</p>")
            words.clear()
        if formulas:
            out.append("<pre>" + escaped("\n".join(formulas)) + "</pre>")
            formulas.clear()

    for line in comment.splitlines():
        if line.startswith("  "):
            if words:
                flush()
            formulas.append(line[2:])
        elif not line.strip():
            flush()
        else:
            if formulas:
                flush()
            words.append(line.strip())
    flush()
    return "\n".join(out)


def family_comment(header, source):
    """What problems of one folder share: the comments of the structs of its header, and those of its functions that
    `source` calls."""
    text, calls = header.read_text(encoding="utf-8"), source.read_text(encoding="utf-8")
    out = []
    for found in re.finditer(r"((?:^///(?!<).*\n)+)(.*\n.*)", text, re.M):
        struct = re.match(r"(?:template <.*>\n)?struct\b", found.group(2))
        function = re.match(r"(?!class\b)[^(]*?(\w+)\(", found.group(2))
        if struct or (function and re.search(rf"\b{function.group(1)}\(", calls)):
            out.append(re.sub(r"^/// ?", "", found.group(1), flags=re.M).rstrip())
    return "\n\n".join(out)


def public_headers():
    for folder in ("problems/base", "problems/model", "problems/contact", "problems/files", "schemes/api", "schemes/solvers/api",
                   "reference/api", "reference/yardsticks", "reference/published", "benchmarks/matrix",
                   "benchmarks/store", "benchmarks/convergence", "benchmarks/extension/plugin", "reports/paper"):
        for header in sorted((TOP / folder).glob("*.hpp")):
            yield header


def documented(header):
    """Names with a comment, outside functions: (declaration, comment)."""
    text = header.read_text(encoding="utf-8")
    for found in re.finditer(r"((?:^[ \t]*///(?!<).*\n)+)[ \t]*(\S.*)", text, re.M):
        comment = "\n".join(re.sub(r"^\s*/// ?", "", line) for line in found.group(1).splitlines())
        declaration = found.group(2).strip()
        rest = text[found.end():].splitlines()
        while declaration.count("(") > declaration.count(")") and rest:
            declaration += " " + rest.pop(0).strip() if not rest[0].strip() else "\n" + rest.pop(0)
        yield declaration.rstrip("{ ").rstrip(), comment


FAMILY = "impactbench_family("  # of a folder whose sources, but for that of its name, are a problem each


def header_of(kind, name):
    """The header of a module, and its source where that is one of a family."""
    roots = {"schemes": "schemes", "problems": "problems", "solvers": "schemes/solvers"}
    for source in sorted((TOP / roots[kind]).rglob(f"{name}.cpp")):
        folder, build = source.parent, source.parent / "CMakeLists.txt"
        family = build.exists() and FAMILY in build.read_text(encoding="utf-8")
        if family and folder.name != name:
            return folder / f"{folder.name}.hpp", source
        if not family and folder.name == name:
            return folder / f"{name}.hpp", None
    fail(f"{roots[kind]} has no source of '{name}'")


CHOICE = "Choose it "  # begins the paragraph of a scheme's header that says when


def parted(comment):
    """A comment without the paragraph that says when to choose the scheme, and that paragraph."""
    paragraphs = comment.split("\n\n")
    return ("\n\n".join(p for p in paragraphs if not p.startswith(CHOICE)),
            " ".join(" ".join(p.split()) for p in paragraphs if p.startswith(CHOICE)))


def described(kind, name):
    """The text of a module as HTML, from the comments of its sources, and when to choose it."""
    header, source = header_of(kind, name)
    comment, choice = parted(main_comment(source or header).strip("\n"))
    out = prose(comment)
    if source is not None:
        out += f"\n<h3>Common to the problems of <code>{header.parent.relative_to(TOP)}</code></h3>\n"
        out += prose(family_comment(header, source))
    if kind == "schemes" and not choice:
        fail(f"{header.relative_to(TOP)} does not say when to choose the scheme: it wants a paragraph '{CHOICE}...'")
    return out, choice
