"""Finds the places where one token can be changed into another that still looks like C++, and draws among them.

A place is a token in the body of a function: not a comment, text, directive, template argument, assertion or
thrown message, and not an expression that the compiler evaluates (a run could not switch it). It becomes one
of the alternatives of its operator. Places are ranked by a hash of the seed and of their line, so that each
has the same chance on every machine, and a change elsewhere in the tree moves nothing else in the list."""
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from tokens import CONTROL, Source

FOLDERS = [
    "schemes", "problems/base", "problems/contact", "problems/model", "reference/yardsticks", "reference/acceptance", "benchmarks/store",
]
SIGNS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "&&": ["||"], "||": ["&&"],
}  # fmt: skip
WORDS = {
    "true": "false", "false": "true", "break": "continue", "continue": "break", "front": "back", "back": "front",
    "minCoeff": "maxCoeff", "maxCoeff": "minCoeff", "cwiseMin": "cwiseMax", "cwiseMax": "cwiseMin",
    "begin": "end", "first": "second", "second": "first",
}  # fmt: skip
OF_STD = {
    "min": "max", "max": "min", "sin": "cos", "cos": "sin", "floor": "ceil", "ceil": "floor",
    "any_of": "all_of", "all_of": "any_of", "none_of": "any_of", "lower_bound": "upper_bound",
    "upper_bound": "lower_bound", "max_element": "min_element", "min_element": "max_element",
    "numeric_limits": None, "abs": "", "sqrt": "",
}  # fmt: skip
NO_STATEMENT = CONTROL | {
    "const", "constexpr", "auto", "static", "double", "int", "bool", "unsigned", "char", "void", "using", "return",
    "case", "default", "break", "continue", "throw", "do", "else", "struct", "class", "enum", "template", "typename",
    "static_assert", "assert", "try", "delete", "thread_local", "goto", "public", "private", "protected",
}  # fmt: skip
ASSIGNS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="}


@dataclass
class Change:
    key: str  # names the change: twelve digits
    file: str
    line: int
    operator: str
    start: int
    end: int
    to: str
    body: tuple  # offsets of the function body around it, braces included
    text: str = ""  # what stands there
    context: str = ""  # the line

    def shown(self):
        def short(s):
            s = " ".join(s.split())
            return s if len(s) <= 60 else s[:57] + "..."

        return f"{self.key}  {self.file}:{self.line}  {self.operator}: `{short(self.text)}` -> `{short(self.to)}`"


def numbers(text):
    m = re.fullmatch(r"([\d.']+)([eE][+-]?\d+)?([a-zA-Z]*)", text)
    if not m or text[:2] in ("0x", "0X"):
        return []
    digits, exponent, suffix = m.groups()
    if exponent:
        return [f"(1e3 * {text})", f"(1e-3 * {text})", f"(-{text})"]
    if "." in digits:
        value = float(digits)
        if value == 0.0:
            return ["1.0"]
        if value == 1.0:
            return ["0.0", "2.0", "(-1.0)"]
        return [f"(2.0 * {text})", f"(0.5 * {text})", f"(-{text})"]
    value = int(digits.replace("'", ""))
    if value > 16:
        return [f"{2 * value}{suffix}", f"{value // 2}{suffix}"]
    return [f"{value + 1}{suffix}"] + ([f"{value - 1}{suffix}"] if value > 0 else [])


def silent_ranges(s):
    """Tokens in assertions, thrown messages, enumerations, aliases, attributes, labels and reservations of memory."""
    silent = set()
    for i, t in enumerate(s.tokens):
        if t.text in ("assert", "static_assert") and s.tokens[i + 1].text == "(":
            silent.update(range(i, s.tokens[i + 1].partner + 1))
        elif t.text in ("throw", "using", "enum", "case", "operator", "requires", "friend", "concept"):
            j = i
            while s.tokens[j].text not in (";", "{", ":") or (t.text == "throw" and s.tokens[j].text != ";"):
                j = s.tokens[j].partner if s.tokens[j].text in ("(", "{", "[") else j
                j += 1
            if t.text == "enum" and s.tokens[j].text in ("{", ":"):
                while s.tokens[j].text not in ("{", ";"):
                    j += 1
                j = max(j, s.tokens[j].partner)
            if t.text == "operator":
                j = i + 2
            if t.text not in ("requires", "friend") or s.tokens[j].text == ";":
                silent.update(range(i, j + 1))
        elif t.text == "[" and s.tokens[i + 1].text == "[":
            silent.update(range(i, t.partner + 1))
        elif t.text in ("reserve", "shrink_to_fit") and s.tokens[i + 1].text == "(":
            j = i
            while s.tokens[j].text not in (";", "{", "}"):
                silent.add(j)
                j -= 1
            silent.update(range(i, s.tokens[i + 1].partner + 1))
    return silent


def statement(s, i):
    """The end of the statement that begins at token i, if it is an assignment or a call and not a declaration."""
    before = s.tokens[i - 1]
    opens = before.text == ";" or (before.text in ("{", "}") and (before.block or s.tokens[before.partner].block))
    after_control = before.text == ")" and s.tokens[before.partner - 1].text in CONTROL | {"constexpr"}
    first = s.tokens[i]
    if not (opens or after_control or before.text in ("else", "do")):
        return None
    if not s.tokens[s.tokens[i].inside].block:  # the header of a for
        return None
    if first.text in NO_STATEMENT or not (first.kind == "word" or first.text in ("*", "++", "--")):
        return None
    j, called, assigned = i, False, False
    while s.tokens[j].text != ";":
        t, following = s.tokens[j], s.tokens[j + 1]
        declares = following.kind == "word" and not (called or assigned) and (t.kind == "word" or t.ended or t.text in ("&", "*"))
        if (declares and j > i) or (declares and t.kind == "word"):
            return None
        if t.text in ("}", ")", "]"):  # of a header such as for (...; i += 1), or of an initialiser
            return None
        called |= t.text == "("
        assigned |= t.text in ASSIGNS or t.text in ("++", "--")
        j = t.partner + 1 if t.text in ("(", "[", "{") else j + 1
        if j >= len(s.tokens):
            return None
    return j if called or assigned else None


def arguments(s, i):
    """The spans of the two arguments of a call that token i, a comma, separates."""
    depth, j = 0, i - 1
    while j >= 0 and not (s.tokens[j].text in ("(", "{", "[", ";", ",") ):
        j = s.tokens[j].partner - 1 if s.tokens[j].text in (")", "}", "]") else j - 1
    k = i + 1
    while s.tokens[k].text not in (")", "}", "]", ";", ","):
        k = s.tokens[k].partner + 1 if s.tokens[k].text in ("(", "{", "[") else k + 1
    opening = j
    while opening >= 0 and s.tokens[opening].text not in ("(", "{", "[", ";"):
        opening = s.tokens[opening].partner - 1 if s.tokens[opening].text in (")", "}", "]") else opening - 1
    if opening < 1 or s.tokens[opening].text != "(" or s.tokens[opening - 1].kind != "word":
        return None
    if s.tokens[opening - 1].text in CONTROL or any(s.tokens[n].kind == "string" for n in (j + 1, i + 1)):
        return None
    return (s.tokens[j + 1].start, s.tokens[i - 1].end), (s.tokens[i + 1].start, s.tokens[k - 1].end)


def alternatives(s, i):
    """The alternatives of token i of a function body: (operator, start, end, [texts])."""
    t, before = s.tokens[i], s.tokens[i - 1]
    if t.in_type or t.body == -1:
        return
    following = s.tokens[i + 1]
    if t.kind == "number":
        yield "constant", t.start, t.end, numbers(t.text)
    elif t.text in SIGNS and s.spaced(i):
        yield "operator", t.start, t.end, SIGNS[t.text]
    elif t.text in ("++", "--"):
        yield "step", t.start, t.end, ["--" if t.text == "++" else "++"]
    elif t.text == "-" and t.end == following.start and before.text not in (")", "]"):
        yield "sign", t.start, t.end, [""]
    elif t.text == "!" and t.end == following.start:
        yield "negation", t.start, t.end, [""]
    elif t.text in WORDS:
        if before.text in ("std", "::", ".", "->") or t.text in ("true", "false", "break", "continue"):
            yield "word", t.start, t.end, [WORDS[t.text]]
    elif t.text == "std" and following.text == "::" and OF_STD.get(s.tokens[i + 2].text) is not None:
        name = OF_STD[s.tokens[i + 2].text]
        yield "function", t.start, s.tokens[i + 2].end, [f"std::{name}" if name else ""]
    elif t.text == ",":
        spans = arguments(s, i)
        if spans:
            (a, b), (c, d) = spans
            swapped = s.text[c:d] + s.text[b:c] + s.text[a:b]
            if s.text[a:b] != s.text[c:d]:
                yield "arguments", a, d, [swapped]
    if t.kind == "word" or t.text in ("*", "++", "--"):
        end = statement(s, i)
        if end is not None:
            yield "statement", t.start, s.tokens[end].start, [""]


def places(top, folders):
    """Every place in the folders: (its name, Source, index, operator, start, end, alternatives)."""
    for folder in folders:
        root = Path(top, folder)
        for path in [root] if root.is_file() else sorted([*root.rglob("*.cpp"), *root.rglob("*.hpp")]):
            file = str(path.relative_to(top))
            s = Source(file, path.read_text())
            silent = silent_ranges(s)
            seen = {}
            for i, token in enumerate(s.tokens):
                if i in silent or (token.body != -1 and s.constant(token.body)):
                    continue
                for operator, start, end, texts in alternatives(s, i):
                    if not texts:
                        continue
                    line = s.line_text(s.line_of(start))
                    name = f"{file}\n{line}\n{operator}\n{s.text[start:end]}"
                    seen[name] = seen.get(name, -1) + 1
                    yield f"{name}\n{seen[name]}", s, i, operator, start, end, texts


def drawn(top, folders, seed):
    """All places in the order of the draw, one change for each."""

    def digest(name):
        return hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest()

    ranked = sorted(((digest(p[0]), p) for p in places(top, folders)), key=lambda pair: pair[0])
    changes = []
    for rank, (_, s, i, operator, start, end, texts) in ranked:
        to = texts[int(rank[32:48], 16) % len(texts)]
        opening = s.tokens[s.tokens[i].body]
        body = (opening.start, s.tokens[opening.partner].end)
        line = s.line_of(start)
        changes.append(Change(rank[:12], s.path, line, operator, start, end, to, body, s.text[start:end], s.line_text(line)))
    return changes
