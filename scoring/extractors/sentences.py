"""Sentences of a reply, and the words that turn what they say around: no, if, or, perhaps not."""

import re
from bisect import bisect_right
from dataclasses import dataclass

_BREAK = re.compile(r"(?<=[.!?])[\"')\]]?\s+|(?<=[。！？；;])\s*|\s*\n\s*")
_JUST_A_MARK = re.compile(r"\W*(?:[A-Za-z]|\d{1,3}|(?:[Aa]nswer|[Oo]ption)[:\s]*[A-Z])\.\W*")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|approx|ca|No|vs|Fig|resp)\.$")
_CLAUSE_START = re.compile(r"[,;:，。；、]|\s[-–—]\s|\b(?:but|while|whereas|and so|so)\b|但是?|而是")
_CLAUSE_BREAK = re.compile(r"[,;:()，。；、]|\s[-–—]\s|\b(?:but|while|whereas|and so|so)\b|但是?|而是")

NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|cannot|cant|rul(?:e|es|ed|ing) out|eliminat\w+|exclud\w+|reject\w*|discard\w*|dismiss\w*"
    r"|wrong|incorrect|false|invalid|impossible|unlikely|implausible|mistaken|inconsistent|except|rather than|instead of"
    r"|out of the question|least (?:likely|plausible|fitting)|too (?:low|high|small|big|large|dark|light|bright|far|long|short|few|many|much|wide|narrow|steep|warm|cold)|(?:is|comes) (?:second|third|next|blocked)|(?:is|was|are) out|fails?|doesn|isn|wasn|aren|won|couldn|wouldn|shouldn|didn|don|can't"
    r"|nicht|kein\w*|falsch|ausgeschlossen|ausschlie\w+|no es|no son|tampoco|incorrect[ao]s?|falso|descart\w+|n'est|ne|pas|faux|fausse"
    r"|non|nessun\w*|sbagliat\w+|não|nao|errad[ao]|niet|fout|nie|inte|fel|ikke|değil|yanlış|tidak|bukan|không|ei ole|nu este)\b|n['’]t\b"
    r"|\b(?:не|нет|неверн\w*|неправильн\w*|ни)\b"
    r"|不是|不对|不应|不要|不宜|别选|误选|不正确|不符|不选|不能|不可能|不会|不行|排除|错误|错的|并非|除了|而非|不成立|不合|不應|不該|非(?=[A-Z])|[都也]?不(?=[。，,.]|$)"
    r"|ではな|じゃな|でない|違い|違う|間違|不正解|誤り|아니|아닙|아닌|틀리|틀렸|없|✗|✘|❌|×(?=\s*$)",
    re.IGNORECASE,
)
"""Words that say a thing is not so. A word missing here costs nothing where the grammar of a rule already wants
the letter right after "the answer is"."""

NO_BEFORE = re.compile(r"\b(?:no|without)\s+(?:\w+\s+)?$", re.IGNORECASE)
"""A thing named only to say that it is absent; it stands right before it."""

DOWNGRADE = re.compile(
    r"\b(?:rather than|instead of|followed by|compared (?:to|with)|unlike|than|versus|vs\.?|except|besides|apart from|over)\s+(?:\w+\s+){0,3}$"
    r"|而不是|而非|除了|相比|不同于",
    re.IGNORECASE,
)
"""Words after which a thing is named only to be set against the answer; they stand right before it."""

TENTATIVE = re.compile(
    r"\b(?:let(?:'s| me| us)|consider\w*|check\w*|look(?:ing)? at|compar\w+|examin\w+|test(?:ing)?|tempt\w+|mistake\w*|some (?:might|may|people|would|could)"
    r"|one (?:might|could|may)|at first|initial\w*|first (?:guess|thought|impression|glance)|originally|previously)\b|容易|有人|一开始|起初|先看|看看",
    re.IGNORECASE,
)
"""Words of a thing looked at, or believed once; they stand before it in its clause."""

CONDITIONAL = re.compile(
    r"\b(?:if|unless|otherwise|assuming|suppos\w+|in case|were it|provided that|whether|falls|wenn|falls|si|se)\b|如果|假如|若是|要是|假设|除非|もし|만약",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[?？][\"')\]\s]*$|[吗呢么](?:[。\s]*)$")
INABILITY = re.compile(
    r"\b(?:can(?:no|')t|cannot|can not|could(?:n't| not)|unable|not able|not possible|impossible to|too (?:dark|blurry|blurred|small|faint)"
    r"|unclear|illegible|unreadable|not (?:visible|legible|readable|clear|sure|shown|found|enough)|hidden|obscured|not see|n't see|unknown"
    r"|insufficient|partly covered|need to (?:look|zoom|see|check)|look closer)\b"
    r"|无法|不清|看不|不能确定|难以|条件不足|没有找到|未找到|找不到|没找到|不确定|读不出|分かりません|見えません|わかりません|모르",
    re.IGNORECASE,
)
"""Words of a reply that could not find out. They silence what was only read out of its prose."""

REFUSAL = re.compile(
    r"\b(?:can(?:no|')t|cannot|can not|unable to|not able to|don't have the ability to|do not have the ability to)\s+(?:\w+\s+){0,2}?"
    r"(?:see|view|access|open|process|analy[sz]e|display|help|assist|provide|read|complete|compare|identify|determine|answer|find|interpret|solve)\b"
    r"|\bas an ai\b|\bi(?:'m| am) sorry\b|\bi apologi[sz]e\b|\bno image (?:was|is|has been)\b|\bplease (?:upload|provide|share)\b"
    r"|抱歉|对不起|看不到图|无法(?:查看|看到|打开|访问|处理|识别图|完成|比较)|申し訳|죄송",
    re.IGNORECASE,
)
CORRECTION = re.compile(
    r"\b(?:wait|actually|correction|sorry|scratch that|on second thought|i was wrong|my mistake|no,|hmm|let me re|rechecking|double-check\w*|zooming again)\b"
    r"|不对|等等|更正|再看|重新|修正|纠正",
    re.IGNORECASE,
)
RETRACTION = re.compile(
    r"\b(?:wait|hmm|actually|scratch that|on second thought|my mistake|i was wrong|that (?:can't|cannot|can not|isn't|is not) (?:be )?(?:right|correct|it)"
    r"|that(?:'s| is) (?:wrong|incorrect|not right|not it)|this is (?:wrong|incorrect)|i take (?:that|it) back|no, that)\b"
    r"|不对，|等等|好像不对|我错了|算错",
    re.IGNORECASE,
)


_PREDICATE_CHARS = 24
"""How far behind a letter a denial may stand to be about it: "B is definitely wrong"."""


_OPEN_END = re.compile(
    r"(?:[,:;(\[{+×=&/-]|\b(?:the|an?|and|or|of|to|is|are|was|has|have|had|with|then|at|in|on|for|from|which|that|but|so|because|than|not|be|by|as"
    r"|into|near|its|his|her|their|I|we|it|second|third|plus|behind|shows|hits|reads|says)|(?<=[\u4e00-\u9fff])[和的是在则即与及]|所以|那么|因此)\s*\Z"
    r"|\b(?:and|but)\s(?:behind|above|below|under|beside)\s\w+\s*\Z"
    r"|\b(?:and|but|while|then|plus)\s(?:in |on |at |behind )?(?:the|his|her|its|an?)\s[a-z]+(?: [a-z]+)?\s*\Z"
)


@dataclass(frozen=True, slots=True)
class Sentences:
    """Where the sentences of a text lie, as sorted (start, end)."""

    text: str
    spans: tuple[tuple[int, int], ...]

    def around(self, position: int) -> tuple[int, int]:
        """The sentence that holds a position."""
        index = bisect_right(self.spans, (position, len(self.text) + 1)) - 1
        return self.spans[max(index, 0)] if self.spans else (0, len(self.text))

    def is_broken_off(self) -> bool:
        """Whether the text stops in the middle of a sentence, so that what it said last may not be its answer."""
        if len(self.text.split(None, 4)) < 4:
            return False
        if _OPEN_END.search(self.text[-80:]):
            return True
        if len(self.spans) < 2:
            return False
        (_, before), (start, end) = self.spans[-2:]
        last = self.text[start:end]
        runs_on = "\n" not in self.text[before:start]
        return runs_on and bool(re.fullmatch(r"[A-Z][a-z]+(?: [a-z]+)+", last))

    def is_hedged(self, position: int) -> bool:
        """Whether the sentence asks or supposes rather than says."""
        start, end = self.around(position)
        sentence = self.text[start:end]
        return bool(_QUESTION.search(sentence) or CONDITIONAL.search(sentence))

    def is_negated(self, start: int, end: int) -> bool:
        """Whether what stands at [start, end) is denied in its own clause, before or after it."""
        first, last = self.around(start)
        before = self.text[first:start]
        cuts = [cut.end() for cut in _CLAUSE_START.finditer(before)]
        clause = cuts[-1] if cuts else 0
        if NEGATION.search(before, clause) or TENTATIVE.search(before, clause) or DOWNGRADE.search(before):
            return True
        after = self.text[end : min(last, end + _PREDICATE_CHARS)]
        cut = _CLAUSE_BREAK.search(after, 1)
        return bool(NEGATION.search(after[: cut.start()] if cut else after))


def split_sentences(text: str) -> Sentences:
    """The sentences of a text. A lone list mark (`A.`, `3.`) belongs to what follows it."""
    spans: list[tuple[int, int]] = []
    start = 0
    for cut in _BREAK.finditer(text):
        newline = "\n" in cut[0]
        mark = _JUST_A_MARK.fullmatch(text, start, cut.start()) or _ABBREVIATION.search(
            text, max(start, cut.start() - 8), cut.start()
        )
        if not newline and mark:
            continue
        if text[start : cut.start()].strip():
            spans.append((start, cut.start()))
        start = cut.end()
    if text[start:].strip():
        spans.append((start, len(text)))
    return Sentences(text, tuple(spans))
