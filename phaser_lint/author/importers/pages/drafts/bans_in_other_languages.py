"""Bans in other languages than English, where they are all that an item says of its code.

避免 `any`，使用具体类型            Avoid `any`
Nunca use `eval()` — é perigoso      Never use `eval()`
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.text.markdown import Statement

_SPAN = re.compile("`[^`]+`")
_SPANS = (
    r"(?P<spans>`[^`]+`(?:\s*(?:[,/、，]|\bou\b|\bo\b|\boder\b|\bund\b|\be\b|\bet\b|\by\b"
    r"|和|或|や|と|또는)\s*`[^`]+`)*)"
)
# What to do instead, or why: no case, which these languages say in many ways
_REST = (
    r"\s*(?:[.。!！]?$|[-\u2013\u2014]+\s.*$|[,，;；(（:：]\s*(?:对于?[^，。；]{1,8}?)?(?:请|应|而是|改|优先|或)*"
    r"(?:使用|改用|用|use |prefira |prefiere |usa |utilize |utiliza |utilisez |préférez |verwende "
    r"|nutze |stattdessen |代わりに|대신).*$)"
)
_NO_CASE = re.compile(
    r"除非|除了|只有|仅|必要|尽量|情况|a menos|salvo|exceto|excepto|apenas|sólo|solo |só "
    r"|quando|cuando|sauf|quand|lorsque|si |außer|nur |wenn|場合|必要|以外|경우|제외",
    re.IGNORECASE,
)
_AVOID = ("避免", "evite", "evita", "évitez", "éviter", "vermeide", "避ける", "evitar")
_USE = r"(?:use|uses|usar|utilize|utilices|utilizar)"
_BANS = tuple(
    re.compile(text, re.IGNORECASE)
    for text in (
        rf"(?P<never>避免|禁止|不要|切勿|请勿|勿|严禁|绝不|不得|禁用)(?:使用|用)?\s*{_SPANS}{_REST}",
        rf"(?:(?P<never>nunca|jamais|não|evite|evita|evitar)\s+(?:{_USE}\s+)?|no\s+{_USE}\s+)"
        rf"(?:o\s+|a\s+|el\s+|la\s+)?{_SPANS}{_REST}",
        rf"(?P<never>n['\u2019]utilisez\s+(?:pas|jamais)|ne\s+(?:jamais|pas)\s+utiliser|évitez|éviter)\s+"
        rf"(?:de\s+|d['\u2019]utiliser\s+)?{_SPANS}{_REST}",
        rf"(?P<never>niemals|nie|kein|keine|keinen|vermeide)\s+{_SPANS}(?:\s+(?:verwenden|benutzen|nutzen))?"
        rf"{_REST}",
        rf"{_SPANS}\s*(?:は|の|を)?(?:使用|利用)?(?P<never>禁止|しない|使わない|避ける){_REST}",
        rf"{_SPANS}\s*(?:은|는|의|을|를)?\s*(?:사용\s*)?(?P<never>금지|하지\s*않는다){_REST}",
    )
)
_GENERAL_HEADING = re.compile(
    r"\W*(?:[一二三四五六七八九十\d]+[、.．]?\s*)?(?:代码|编码|开发|编程|コーディング|코딩|코드)?\s*"
    r"(?:规范|風格|风格|約定|约定|规则|質量|质量|要求|标准|注意事项"
    r"|禁止事项|禁止事項|禁止|规約|規約|ルール|스타일|규칙|금지\s*사항)\W*"
    r"|\W*(?:regras|convenções|padrões|boas práticas|reglas|convenciones|estándares"
    r"|buenas prácticas|règles|bonnes pratiques|regeln|konventionen|richtlinien|estilo|style)"
    r"(?:\s+(?:de|do|du|für)?\s*"
    r"(?:código|code|codificação|codificación|desenvolvimento|desarrollo|projeto|proyecto"
    r"|gerais|generales))?\W*",
    re.IGNORECASE,
)


def with_english_ban(statement: Statement) -> Statement:
    """Return *statement*, in English where it is a ban in another language and says nothing else;
    below headings that are about all code.
    """
    text = re.sub(r"[*_]{2}", "", statement.text).strip()
    ban = next(filter(None, (look.fullmatch(text) for look in _BANS)), None)
    if not ban or _NO_CASE.search(text[ban.end("spans") :]) or statement.details:
        return statement
    never = "Avoid" if (ban["never"] or "").lower() in _AVOID else "Never use"
    spans = ", ".join(_SPAN.findall(ban["spans"]))
    better = ", ".join(_SPAN.findall(text[ban.end("spans") :]))
    headings = tuple(own for own in statement.headings if not _GENERAL_HEADING.fullmatch(own))
    english = f"{never} {spans}" + (f"; use {better}" if better else "")
    return statement._replace(text=english, headings=headings)
