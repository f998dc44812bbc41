"""The words of a rule in the languages that pages are written in, one row for each.

    禁止使用 `eval`                      a word that only rules have, on any page
    Separar as rotas por recurso.       an infinitive that begins a line, on a Portuguese page
    이름을 영어로 작성한다              an ending, on a Korean page

They only tell that a line states a rule: what it says is read in English. Words that a language
shares with English (``no``, ``use``, the end of "Server") count on its own pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from phaser_lint.core import Record


class PageLanguage(Record):
    """A language: its ``letters``, if nobody else has them, and its most frequent ``words``.

    ``rule_words`` stand in rules wherever they are met. What begins with ``starts``, or ends with
    ``ends``, is a rule on a page of this language. ``headings`` have rules below them, a line with
    ``list_words`` only announces some.
    """

    name: str
    rule_words: str
    headings: str
    letters: str = ""
    words: str = ""
    starts: str = ""
    ends: str = ""
    list_words: str = ""


LANGUAGES = (
    PageLanguage(
        name="Korean",
        letters=r"[\uac00-\ud7a3]",
        rule_words=(
            r"금지|반드시|하지 ?않|않는다|하지 ?마|마세요|말 ?것|해야|야 ?한다|야 ?합니다"
            r"|사용(?:한다|하|합|을|할|만|$)|항상|절대|지양|지향|필수|권장|준수|금한다|안 ?된다"
            r"|안 ?됩니다|하세요|하십시오|할 ?것|만 허용|우선|최대|최소|피한다|것으로 (?:본다"
            r"|간주)|필요하다|원칙|대신|유지(?:한다|하|할)"
        ),
        starts=r"(?:모든|각|매번|먼저)\s",
        # With a topic, 은 or 는, it tells what something does.
        ends=(
            r"(?:^(?!.*[은는]\s).*(?:한다|합니다|하기|하라|만든다|둔다|쓴다|넣는다|맞춘다|따른다"
            r"|남긴다|나눈다|지킨다)|작성|명시|분리|통일|적용|확인|실행|처리|방지)[.。]?"
        ),
        headings="규칙|금지|원칙|지침|컨벤션|규약|주의|제약|필수|준수|스타일|가이드라인",
        list_words="규칙|원칙",
    ),
    PageLanguage(
        name="Japanese",
        letters=r"[\u3040-\u30ff]",
        rule_words=(
            r"してはいけない|しない(?!場合|と)|すること|てください|べき|必ず|厳禁|使わない"
            r"|ください|禁止|必須|ないこと|こと[。.]?$|避ける|避け[、る]|徹底|厳守|遵守|守る"
            r"|に従[うい]|準拠|優先|推奨|統一|原則|のみ|常に|絶対|決して|なければならない"
            r"|てはならない|必要がある|ないで|せずに"
        ),
        starts=r"(?:全ての|すべての|各|まず)",
        ends=(
            r"(?:する|行う|使う|書く|付ける|つける|分ける|保つ|従う|揃える|加える|残す|置く"
            r"|入れる|用いる|持たせる|心がける|記述|定義|使用|作成|更新|確認|実行|記載|明記|維持"
            r"|配置|分離|適用|ない)[。.]?(?:[（(][^）)]*[）)])?"
        ),
        headings="規則|規約|ルール|規定|方針|原則|禁止|注意|制約|必須|ガイドライン|指針|命名|正規|規範",
        list_words="ルール|規[則約]|原則|手順",
    ),
    PageLanguage(
        name="Chinese",
        letters=r"[\u4e00-\u9fff]",
        rule_words=(
            r"必[须須需]|[须須](?!知)|不(?:要|写|寫|做|得|能|可(?![变變见見用])|[应應]|允[许許]"
            r"|[许許]|引入|新增|修改|改|提交|依[赖賴]|直接|[创創]建|添加|[删刪]除|使用|再"
            r"|超[过過]|暴露|硬[编編]|混用|重[复複]|返回|放)|[编編][写寫]|添加|禁止|[绝絕]不"
            r"|切勿|[请請]勿|勿|切忌|[应應][当當]|[应應][该該]|避免|[优優]先|[务務]必|[严嚴]禁"
            r"|始[终終]|需要|只能|只允[许許]|[仅僅]|使用|[采採]用|保持|遵循|遵守|[统統]一|而不是"
            r"|而非|[确確]保|應(?!用)|(?<![响适反供对])应(?![用答急])|拒[绝絕]|杜[绝絕]|一律"
            r"|建[议議]|[尽盡]量|[尽盡]可能|[严嚴]格|一定要|[请請](?!求)|[为為]准|至少|最多"
            r"|[强強]制|永[远遠]|，不是|先.{1,30}再|需(?:被|在|附|有|先|[单單经經])"
            r"|注意(?!事[项項])|不用(?!于|於)"
            # What to use, and where something goes; what is called or applied is no rule.
            r"|(?<![调調应應引通复複适適作利启啟占佔可])用(?:\s*(?=§)|\s+(?=[A-Za-z@]))|放(?:在|到)?\s*(?=§)"
        ),
        starts=(
            r"(?:[检檢]查|[确確][认認]|更新|修改|[创創]建|[运運]行|[执執]行|提交|先|每次"
            r"|每[个個]|所有|任何|用|把|[将將]|[为為](?![什了])|以|通[过過]|只|按|立即|明[确確]"
            r"|[补補]充|新建|最[后後])"
        ),
        ends=r"(?:即可|[优優]先|必填|必[选選])[。.]?",
        headings=(
            "规范|規範|规则|規則|约定|約定|准则|準則|原则|原則|要求|约束|約束|禁止|注意|红线|须知|限制"
            "|规约|規約|守则|守則|代码风格|程式碼風格|[编編][码碼](?:风格|風格|标准|標準)"
        ),
        list_words="规[则范]|規[則範]|原[则則]|步[骤驟]|[约約]定|如下",
    ),
    PageLanguage(
        name="Russian",
        letters=r"[\u0400-\u04ff]",
        rule_words=(
            r"\b(?:(?!сайте\b)\w+[йи]те|не|нельзя|запре[щт]\w*|долж\w+|обязат\w+|всегда|никогда"
            r"|только|избега\w+|использ(?:уй|овать|уем)|следу\w+|вместо|нужно|надо|необходимо"
            r"|требу\w+|рекоменд\w+|предпоч\w+|строго|минимум|максимум|исключительно|соблюда\w+"
            r"|(?!случай|урожай)\w{3,}[аяу]й)\b"
        ),
        starts=(
            r"(?:(?!\w*ость\b|часть|сеть|память|область|путь|печать|запись)\w+(?:ть|ться|ти)\b"
            r"|\w{2,}[аяу]й\b|(?:пиши|держи|запусти|проверь|добавь|обнови|создай|удали|следи"
            r"|смотри|веди|храни|вынеси|оставь|ставь|каждый|каждая|каждое|все|любой|любая|любое"
            r"|один|одна|одно|без|нет|перед|если|сначала)\b)"
        ),
        headings=(
            r"\b(?:правил\w*|запре[щт]\w*|соглашени\w*|принцип\w*|стандарт\w*|ограничени\w*"
            r"|требовани\w*|стил\w+|нельзя|важно)\b"
        ),
        list_words="правил|принцип|шаг",
    ),
    PageLanguage(
        name="Spanish",
        words="el los las para con del que una por se y es en como al",
        rule_words=(
            r"\b(?:nunca|siempre|no (?:uses?|usar|debe\w*|hay que)|jamás|deben?|debemos|evit(?:a"
            r"|e|ar|en)|obligatori[oa]s?|prohibid[oa]s?|s[oó]lo|únicamente|en lugar de|en vez de"
            r"|hay que|mantener|prefiera|incluya|siga|sigue|seguir|actualice|cree|escriba"
            r"|agregue|verifique|asegúrese|usar|utilizar)\b"
        ),
        starts=(
            r"(?:no\s+\w+|sin\s+\w+|(?!lugar\b)\w{2,}(?:ar|er|ir)(?:l[oa]s?|se)?\s+[\w`]+|us[ae]"
            r"|utilic?[ae]|utilice|mant[eé]n|mantenga|crea|escribe|añad[ae]|agrega|verifica"
            r"|asegúrate|actualiza|ejecut[ae]|incluye|prefiere|respet[ae]|document[ae]|valid[ae]"
            r"|lee|lea|haz|pon|guarda|nombra|define|aplica|revis[ae]|consult[ae]|cada|tod[oa]s?"
            r"|cualquier)\b"
        ),
        headings=(
            r"\b(?:reglas?|normas?|convenciones|estilo|prohibi\w+|restricciones|principios"
            r"|buenas prácticas|estándares|directrices)\b"
        ),
        list_words="reglas|normas|pasos",
    ),
    PageLanguage(
        name="Portuguese",
        words="não uma os para com que em do da dos das é ao na e ou",
        rule_words=(
            r"\b(?:nunca|sempre|não|devem?|devemos|evit(?:e|ar|em)|usar|utilizar"
            r"|obrigatóri[oa]s?|proibid[oa]s?|apenas|somente|jamais|em vez de|ao invés de|manter"
            r"|prefira|inclua|siga|seguir|atualize|crie|escreva|adicione|verifique|garanta"
            r"|preferir|exclusivamente)\b"
        ),
        starts=(
            r"(?:sem\s+\w+|(?!lugar\b)\w{2,}(?:ar|er|ir)(?:-se)?\s+[\w`]+|use|utilize|mantenha"
            r"|execute|respeite|documente|valide|leia|pergunte|faça|coloque|salve|nomeie|defina"
            r"|aplique|revise|consulte|priorize|certifique|cada|tod[oa]s?|qualquer|nenhum\w*"
            r"|haja|seja|usamos|insira|retorne|trate|implemente|separe|responda|escolha|explique|remova|teste)\b"
        ),
        headings=(
            r"\b(?:regras?|normas?|convenções|estilo|proibi\w+|restrições|princípios"
            r"|boas práticas|padrões|diretrizes)\b"
        ),
        list_words="regras|normas|passos",
    ),
    PageLanguage(
        name="German",
        words="der die das und nicht mit für ist ein eine zu von bei im auf werden oder nur",
        rule_words=(
            r"\b(?:nie|niemals|nicht|nur|immer|muss|müssen|muessen|soll(?:en|te)?|keine?[nr]?|keinerlei"
            r"|darf|dürfen|duerfen|pro (?:commit|datei|funktion|klasse|modul)|vermeide\w*"
            r"|verwende\w*|statt|anstatt|anstelle|verboten|zwingend"
            r"|verpflichtend|ausschließlich|stets|grundsätzlich|unbedingt|mindestens|höchstens"
            r"|bevorzug\w+|sicherstellen|einhalten)\b"
        ),
        starts=(
            r"(?:arbeite|triff|frage?|erkläre|nutze|halte|schreibe?|prüfe|teste|achte|führe|füge"
            r"|erstelle|aktualisiere|dokumentiere|beachte|stelle|lies|lass|mach|gib|setze|wähle"
            r"|behalte|entferne|ändere|jede[rs]?|alle|wenn [^,:]+[,:]\s*\w+e)\b"
        ),
        # A verb; nouns have a capital.
        ends=r"(?<=\s)(?-i:[a-zäöüß])\w*(?:en|ern|eln)[.!]?(?:\s*\([^)]*\))?",
        headings=(
            r"\b(?:\w*regeln|verboten\w*|\w*richtlinien|\w*konventionen|grundsätze|prinzipien"
            r"|vorgaben|\w*stil)\b"
        ),
        list_words="regeln|schritte",
    ),
    PageLanguage(
        name="French",
        words="le la les des du une est pas avec pour dans et sur ou aux par",
        rule_words=(
            r"\b(?:jamais|toujours|ne pas|doi(?:t|vent)|évite[rz]?|utilise[rz]?|interdi(?:t"
            r"|re)\w*|obligatoire\w*|uniquement|seulement|au lieu de|plutôt que|n['’]\w+ (?:pas"
            r"|jamais|aucun\w*)|ne \w+ (?:pas|jamais)|il faut|privilégi\w+|préfér(?:er|ez|e)"
            r"|respecter)\b"
        ),
        starts=(
            r"(?:(?!(?:premier|dernier|entre|notre|votre|autre|contre|fichier|dossier|cadre"
            r"|titre|nombre|filtre|ordre|chapitre|server|router|controller|docker)\b)\w{2,}(?:er"
            r"|ir|re)\s+[\w`]+|\w+ez|ajoute|écris|garde|vérifie|suis|respecte|teste|crée"
            r"|documente|lis|fais|mets|demande|ne|chaque|tou(?:s|te|tes)|aucune?)\b|s['’]assurer"
        ),
        headings=(
            r"\b(?:règles?|interdi\w+|conventions|principes|consignes|directives"
            r"|bonnes pratiques|contraintes|normes|non.négociables)\b"
        ),
        list_words="règles|étapes",
    ),
)  # fmt: skip
RULE_WORDS = re.compile("|".join(language.rule_words for language in LANGUAGES), re.IGNORECASE)
HEADINGS = re.compile("|".join(language.headings for language in LANGUAGES), re.IGNORECASE)
LIST_WORDS = re.compile("|".join(language.list_words for language in LANGUAGES), re.IGNORECASE)
_ENGLISH = PageLanguage(
    "English", "", "", words="the of to and or is are for with use not do all be by it from when on"
)
_WORDS_BY_LANGUAGE = {
    language: frozenset(language.words.split())
    for language in (_ENGLISH, *LANGUAGES)
    if language.words
}
# Of languages whose letters are English, words that English has not.
_FOREIGN_WORD = re.compile(
    r"\b(?:der|das|und|nicht|kein[e]?|nur|mit|für|fuer|ist|muss|müssen|muessen|statt|immer|bei"
    r"|le|les|des|du|une|est|pas|avec|pour|toujours|dans|el|los|las|para|con|usar|siempre|nunca"
    r"|del|que|não|uma|sempre|da|em|deve|niemals|jeder|brauchen|vor)\b",
    re.IGNORECASE,
)
_ENGLISH_WORD = re.compile(
    r"\b(?:the|of|to|and|or|is|are|for|with|use|not|never|no|do|must|should|all|be|by|it|from"
    r"|only|when|if|on|as|that|this|your|you|any|don['’]?t|avoid|prefer|always|instead)\b",
    re.IGNORECASE,
)
OF_SOMETHING = re.compile(r"[^\w`]*`[^`]+`[^\w`]*?(?:\s[-–—→=]|[:：=])")
"""`src/a.py` - the models: what something is, whatever language says it."""
# What a Portuguese page has as well: use, no, do
_SHARED_WORDS = frozenset(("use", "no", "as", "me", "do"))
# What stands before a comma, a colon or a dash is a case or a label; behind it begins the rule.
_CLAUSE_END = re.compile(
    r"(?<=[.!?;。；！])\s*|[:：]\s*|\s[–—-]\s|,\s+(?=(?:damit|um|sodass|weil)\b)"
    r"|(?<=[前后後时時])[，,]\s*|(?:(?<=^)|(?<=[.:;!] ))(?:si|se|avant|après|lorsque|quand"
    r"|cuando|quando|antes|después|depois|caso|al|ao|wenn|falls|bei|vor|nach|если|при|перед"
    r"|после|когда)\b[^,:]{1,150},\s+",
    re.IGNORECASE,
)


def find_text_language(text: str, page_language: PageLanguage | None = None) -> PageLanguage | None:
    """Return the language of the words of a rule: the one whose letters *text* is in; without such
    letters, its page's.

    Of Japanese every third sign or so is its own, the others are Chinese.
    """
    if page_language and page_language.letters:
        return page_language
    letters = sum(map(str.isalpha, text))
    for language in LANGUAGES:
        if language.letters and len(re.findall(language.letters, text)) * 8 > letters:
            return language
    return page_language


def find_page_language(texts: Iterable[str]) -> PageLanguage | None:
    """Return the language of a page by the words of its rules, *texts*; ``None`` for English, or
    for none of the known.
    """
    text = " ".join(texts)
    language = find_text_language(text)
    if language:
        return language
    words = re.findall(r"[^\W\d_]+", text.lower())
    number_by_language = {
        language: sum(word in own for word in words) for language, own in _WORDS_BY_LANGUAGE.items()
    }
    most = max(number_by_language, key=number_by_language.__getitem__)
    return most if number_by_language[most] and most is not _ENGLISH else None


def is_english(words: str, page_language: PageLanguage | None = None) -> bool:
    """Tell whether the *words* of a rule are English: by their letters, and by the words that tell
    languages.
    """
    if page_language and page_language.letters and not re.search(page_language.letters, words):
        page_language = None  # Service → `application/`: a line in the letters of English
    letters = [character for character in words if character.isalpha()]
    others = sum(not character.isascii() for character in letters)
    english_words = [
        word
        for word in _ENGLISH_WORD.findall(words)
        if not (page_language and word.lower() in _SHARED_WORDS)
    ]
    if others * 8 > len(letters) or (page_language and not english_words):
        return False
    foreign_words = [
        word for word in _FOREIGN_WORD.findall(words) if not (word.isupper() and len(word) == 2)
    ]  # EM and DU are abbreviations.
    return len(foreign_words) <= len(english_words)


def begins_or_ends_as_rule(text: str, language: PageLanguage) -> bool:
    """Tell whether a clause of *text* begins or ends with the words that a rule has in
    *language*.
    """
    if OF_SOMETHING.match(text):
        return False
    clauses = _CLAUSE_END.split(text.replace("*", "").strip())
    starts, ends = language.starts, language.ends
    return any(
        (starts and re.match(rf"\W*{starts}", clause, re.IGNORECASE))
        or (ends and re.search(rf"(?:{ends})\s*$", clause, re.IGNORECASE))
        for clause in clauses
    )
