"""C++ as tokens: the parts that are code, the roles of braces, and the function body of a token."""
import bisect
import re
from dataclasses import dataclass

SPELLING = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      |(?P<directive>^[ \t]*\#(?:[^\n\\]|\\.)*)
      |(?P<string>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]*)\(.*?\)(?P=mark)"|(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")
      |(?P<char>'(?:[^'\\\n]|\\.)+')
      |(?P<number>(?:0[xX][0-9a-fA-F']+|(?:\d[\d']*\.?[\d']*|\.\d[\d']*)(?:[eE][+-]?\d+)?)[a-zA-Z]*)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<sign><=>|<<=|>>=|\.\.\.|->\*|->|::|\+\+|--|\+=|-=|\*=|/=|%=|&=|\|=|\^=|==|!=|<=|>=|&&|\|\||<<|[^\s\w])
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
CONTROL = {"if", "for", "while", "switch", "catch"}


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    partner: int = -1  # index of the matching bracket
    inside: int = -1  # index of the bracket around it
    block: bool = False  # of a brace: it holds statements
    body: int = -1  # index of the brace that opens the outermost function body around it
    in_type: bool = False  # between the angle brackets of a template or its arguments
    ended: bool = False  # '>' that closes such brackets


class Source:
    """One file as tokens without comments and directives."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens = []
        for m in SPELLING.finditer(text):
            kind = m.lastgroup if m.lastgroup != "mark" else "string"
            if kind not in ("comment", "directive"):
                self.tokens.append(Token(kind, m.group(), m.start(), m.end()))
        self.line_starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self._match()
        self._templates()
        self._bodies()

    def line_of(self, offset):
        return bisect.bisect_right(self.line_starts, offset)

    def line_text(self, line):
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[self.line_starts[line - 1] : end].strip()

    def spaced(self, i):
        """Whether there are blanks on both sides, which clang-format gives to binary operators only."""
        t = self.tokens[i]
        return self.text[t.start - 1].isspace() and self.text[t.end].isspace()

    def _match(self):
        stack = []
        for i, t in enumerate(self.tokens):
            t.inside = stack[-1] if stack else -1
            if t.kind == "sign" and t.text in OPEN:
                stack.append(i)
            elif t.kind == "sign" and t.text in CLOSE:
                if not stack or OPEN[self.tokens[stack[-1]].text] != t.text:
                    raise ValueError(f"{self.path}:{self.line_of(t.start)}: '{t.text}' has no partner")
                t.partner = stack.pop()
                self.tokens[t.partner].partner = i
        if stack:
            raise ValueError(f"{self.path}: '{self.tokens[stack[-1]].text}' has no partner")

    def _templates(self):
        for i, t in enumerate(self.tokens):
            if t.text != "<" or i == 0 or t.in_type:
                continue
            before = self.tokens[i - 1]
            adjacent = before.kind == "word" and before.end == t.start and not self.text[t.end].isspace()
            if before.text != "template" and not adjacent:
                continue
            depth, j = 1, i + 1
            while depth > 0 and j < len(self.tokens) and self.tokens[j].text not in (";", "{"):
                inner = self.tokens[j]
                if inner.text in ("(", "["):
                    j = inner.partner
                elif inner.text == "<":
                    depth += 1
                elif inner.text == ">":
                    depth -= 1
                j += 1
            if depth == 0:
                for inner in self.tokens[i:j]:
                    inner.in_type = True
                self.tokens[j - 1].ended = True

    def _opens_body(self, i):
        """Whether a function's body begins at a '{' in the scope of a namespace or a class."""
        before = self.tokens[i - 1]
        start = i - 1
        while start >= 0 and self.tokens[start].text not in (";", "{", "}"):
            start -= 1
        # Braces of member initialisers, `a_{x}, b_{y} {`, are skipped.
        while start >= 0 and self.tokens[start].text == "}" and self.tokens[start + 1].text in (",", "{"):
            start = self.tokens[start].partner - 1
            while start >= 0 and self.tokens[start].text not in (";", "{", "}"):
                start -= 1
        head = [t.text for t in self.tokens[start + 1 : i]]
        if not head or "(" not in head or head[0] in ("namespace", "enum", "extern"):
            return False
        if before.text in (")", "}", "const", "noexcept", "override", "final"):
            return "=" not in head[: head.index("(")]
        return "->" in head

    def _bodies(self):
        i = 0
        while i < len(self.tokens):
            t = self.tokens[i]
            if t.text == "{" and self._opens_body(i):
                t.block = True
                for j in range(i + 1, t.partner):
                    inner = self.tokens[j]
                    inner.body = i
                    if inner.text == "{":
                        before = self.tokens[j - 1].text
                        inner.block = before in (")", "{", "}", ";", "else", "do", "try", "mutable", "noexcept", ":")
                i = t.partner
            i += 1

    def constant(self, body):
        """Whether compilers evaluate the function whose body begins at token `body`."""
        start = body - 1
        while start >= 0 and self.tokens[start].text not in (";", "{", "}"):
            start -= 1
        return any(t.text in ("constexpr", "consteval") for t in self.tokens[start + 1 : body])
