"""Words that turn what a sentence says around: no, if, perhaps not, I can not see. Many languages, kept as tables.

A word missing here costs little: the rules that take a letter want a positive form of words around it anyway.
"""

import re

from scoring.extractors.alternatives import any_of

NEGATION = any_of(
    r"\b(?:not|never|neither|nor|cannot|cant|doesn|isn|wasn|aren|won|couldn|wouldn|shouldn|didn|don|can't|ne|ni)\b",
    r"n['’]t\b",
    r"\b(?:rul(?:e|es|ed|ing) out|eliminat\w+|exclud\w+|reject\w*|discard\w*|dismiss\w*|except|rather than"
    r"|instead of)\b",
    r"\b(?:wrong|incorrect|false|invalid|impossible|unlikely|implausible|mistaken|inconsistent|fails?|out of the "
    r"question)\b",
    r"\b(?:least (?:likely|plausible|fitting)|(?:is|comes) (?:second|third|next|blocked)|(?:is|was|are) out)\b",
    r"\btoo (?:low|high|small|big|large|dark|light|bright|far|long|short|few|many|much|wide|narrow|steep|warm|cold)\b",
    r"\b(?:nicht|kein\w*|falsch|ausgeschlossen|ausschlie\w+|no es|no son|tampoco|incorrect[ao]s?|falso|descart\w+)\b",
    r"\b(?:n'est|pas|faux|fausse|non|nessun\w*|sbagliat\w+|não|nao|errad[ao]|niet|fout|nie|inte|fel|ikke)\b",
    r"\b(?:değil|yanlış|tidak|bukan|không|ei ole|nu este|не|нет|неверн\w*|неправильн\w*|ни)\b",
    r"不是|不对|不应|不要|不宜|别选|误选|不正确|不符|不选|不能|不可能|不会|不行|不成立|不合|不應|不該",
    r"排除|错误|错的|并非|除了|而非|非(?=[A-Z])|[都也]?不(?=[。，,.]|$)",
    r"ではな|ではあり|じゃな|じゃあり|ません|でない|違い|違う|間違|不正解|誤り|아니|아닙|아닌|틀리|틀렸|없",
    r"✗|✘|❌|×(?=\s*$)",
)

NO_BEFORE = any_of(r"\b(?:no|without)\s+(?:\w+\s+)?$")
"""Right before a thing: it is named only to say that it is absent."""

SET_AGAINST = any_of(
    r"\b(?:rather than|instead of|followed by|compared (?:to|with)|unlike|than|versus|vs\.?|except|besides|apart "
    r"from|over)"
    r"\s+(?:\w+\s+){0,3}$",
    "而不是|而非|除了|相比|不同于",
)
"""Right before a thing: it is named only to set the answer against it."""

SETS_OTHERS_ASIDE = any_of(
    r"[\s,;]{0,3}(?:rather than|instead of|(?:and |but )?not)\s+(?:option |the )?[(\[]?[A-Z](?![A-Za-z])",
    flags=re.NOFLAG,
)
"""Right behind an answer: "not B", "rather than B" deny the other one."""

LOOKED_AT = any_of(
    r"\b(?:let(?:'s| me| us)|consider\w*|check\w*|look(?:ing)? at|compar\w+|examin\w+|test(?:ing)?)\b",
    "先看|看看",
)
"""Before a thing in its clause: it is looked at, not said."""

BELIEVED_ONCE = any_of(
    r"\b(?:tempt\w+|mistake\w*|some (?:might|may|people|would|could)|one (?:might|could|may)|at first|initial\w*)\b",
    r"\b(?:first (?:guess|thought|impression|glance)|originally|previously)\b",
    "容易|有人|一开始|起初",
)
"""Before a thing in its clause: it was believed once, or by others."""

DENIES_WHAT_FOLLOWS = any_of(
    r"(?:\b(?:not|never|cannot|hardly)|n['’]t)\s+(?:\w+\s+)?$",
    r"(?:\b(?:not|never|cannot)|n['’]t) (?:think|believe|say|claim|conclude|assume|suppose|mean|feel"
    r"|expect)\b[^,.;]{0,40}$",
    r"\bdoubt\w*[^,.;]{0,30}$|\bit(?:'s| is) (?:false|wrong|untrue)[^,.;]{0,20}$|(?:[不没别非误]|不[应能该要可会])$",
    r"\b(?:neither|nor)\b[^,.;]{0,20}$",
)
"""Right before a turn of phrase: it is denied as a whole."""

CONDITIONAL = any_of(
    r"\b(?:if|unless|otherwise|assuming|suppos\w+|in case|were it|provided that|whether|wenn|falls|si|se)\b",
    "如果|假如|若是|要是|假设|除非|もし|만약",
)

INABILITY = any_of(
    r"\b(?:can(?:no|')t|cannot|can not|could(?:n't| not)|unable|not able|not possible|impossible to|insufficient"
    r"|unknown)\b",
    r"\b(?:too (?:dark|blurry|blurred|small|faint)|unclear|illegible|unreadable|hidden|obscured|partly covered)\b",
    r"\bnot (?:visible|legible|readable|clear|sure|shown|found|enough|see)\b|n't see\b",
    r"\bneed to (?:look|zoom|see|check)\b|\blook closer\b",
    "无法|不清|看不|不能确定|难以|条件不足|没有找到|未找到|找不到|没找到|不确定|读不出",
    "分かりません|見えません|わかりません|모르",
)
"""Words of a reply that could not find out. They silence what was only read out of its prose."""

_SEE = (
    "see|view|access|open|process|analy[sz]e|display|help|assist|provide|read|complete|compare|identify"
    "|determine|answer|find"
    "|interpret|solve"
)
REFUSAL = any_of(
    r"\b(?:can(?:no|')t|cannot|can not|unable to|not able to|(?:do not|don't) have the ability to)\s+(?:\w+\s+){0,2}?"
    rf"(?:{_SEE})\b",
    r"\bas an ai\b|\bi(?:'m| am) sorry\b|\bi apologi[sz]e\b|\bno image (?:was|is|has been)\b",
    r"\bplease (?:upload|provide|share)\b",
    "抱歉|对不起|看不到图|无法(?:查看|看到|打开|访问|处理|识别图|完成|比较)|申し訳|죄송",
)

CORRECTION = any_of(
    r"\b(?:wait|actually|correction|sorry|scratch that|on second thought|i was wrong|my mistake|no,|hmm|let me "
    r"re|rechecking)\b",
    r"\b(?:double-check\w*|zooming again)\b",
    "不对|等等|更正|再看|重新|修正|纠正",
)
"""Between a declared answer and what follows it: the latter replaces it."""

RETRACTION = any_of(
    r"(?:^|[.!?…\n]\s{0,3}|[-–—]\s)(?:but )?(?:wait|hmm+|hold on|scratch that|on second thought|oops|no, (?:that"
    r"|wait))\b",
    r"\bactually,? (?:no\b|that|it|this|i\b)|\bmy mistake\b|\bi was wrong\b|\bi made a mistake\b|\bi take "
    r"(?:that|it) back\b",
    r"\bthat (?:can't|cannot|can not|isn't|is not) (?:be )?(?:right|correct|it)\b",
    r"\b(?:that(?:'s| is)|this is) (?:wrong|incorrect|not right|not it)\b",
    "不对，|等等|好像不对|我错了|算错",
)
"""Behind the last declared answer, with no other one after it: it is taken back."""
