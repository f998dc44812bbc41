"""In which language a line states a rule, and how pages of other languages are listed."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.pages.rule_lines import find_rule_lines
from phaser_lint.author.importers.pages.text.markdown import parse_page
from phaser_lint.author.importers.pages.text.other_languages import (
    LANGUAGES,
    begins_or_ends_as_rule,
    find_page_language,
    find_text_language,
    is_english,
)

BY_NAME = {language.name: language for language in LANGUAGES}
TEXTS = {
    "Korean": "이 저장소는 요금을 계산하는 서비스이다",
    "Japanese": "このリポジトリは料金を計算する",
    "Chinese": "本仓库是计费服务的后端",
    "Russian": "Этот репозиторий считает тарифы",
    "Spanish": "El servicio calcula las tarifas de los clientes y los envía al portal",
    "Portuguese": "O serviço calcula as tarifas dos clientes e as envia ao portal da empresa",
    "German": "Der Dienst berechnet die Tarife und schickt sie an das Portal der Kunden",
    "French": "Le service calcule les tarifs des clients et les envoie dans le portail",
}


def test_each_language_is_known_by_its_letters_or_its_words() -> None:
    found = {name: find_page_language((text,)) for name, text in TEXTS.items()}

    assert {name: language and language.name for name, language in found.items()} == {
        name: name for name in BY_NAME
    }
    assert find_page_language(("The service computes the rates and sends them",)) is None
    assert find_page_language(()) is None


def test_a_quote_has_the_language_of_its_letters_and_other_lines_that_of_their_page() -> None:
    spanish, japanese = BY_NAME["Spanish"], BY_NAME["Japanese"]

    assert find_text_language("禁止事项", spanish) == BY_NAME["Chinese"]
    assert find_text_language("設計書更新", japanese) == japanese
    assert find_text_language("Nombres cortos", spanish) == spanish
    assert find_text_language("Short names") is None


def test_a_line_without_an_english_word_is_as_its_page() -> None:
    assert is_english("Short names")
    assert is_english("Use the logger", BY_NAME["German"])
    assert not is_english("Kurze Namen", BY_NAME["German"])
    assert not is_english("Короткие имена")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Korean", "바뀐 화면을 브라우저에서 검증한다."),
        ("Korean", "오류 메시지는 `report`에서 처리"),
        ("Japanese", "**コメント**: 英語で記述（関数も）"),
        ("Chinese", "修改接口时，先更新文档"),
        ("Chinese", "用小写字母命名文件夹"),
        ("Russian", "Писать тесты рядом с кодом"),
        ("Russian", "Каждый модуль в своей папке"),
        ("Spanish", "No crear carpetas nuevas"),
        ("Spanish", "Antes de publicar, revisa los precios"),
        ("Portuguese", "Separar as rotas por recurso"),
        ("Portuguese", "Haja um registro de cada acesso"),
        ("German", "Bestehende Namen im Modul übernehmen"),
        ("German", "Vor dem Umbau: Stand festhalten, damit nichts verloren geht"),
        ("French", "Si le test échoue, corriger le code"),
    ],
)
def test_the_form_of_a_rule(name: str, text: str) -> None:
    """An infinitive, an order, or the end of a sentence that only rules have."""
    assert begins_or_ends_as_rule(text, BY_NAME[name])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Korean", "이 모듈은 값을 저장한다"),
        ("Japanese", "`src/a.py` - 値を保存する"),
        ("Chinese", "为什么这样设计"),
        ("Russian", "Скорость загрузки"),
        ("Spanish", "Lugar del archivo"),
        ("Portuguese", "Controller"),
        ("German", "Router für Komponenten"),
        ("French", "Premier module"),
    ],
)
def test_the_form_of_what_only_tells_what_is_there(name: str, text: str) -> None:
    assert not begins_or_ends_as_rule(text, BY_NAME[name])


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            """\
            # Regras do projeto
            O serviço calcula as tarifas dos clientes da empresa.

            ## Serviços
            - Separar responsabilidades.
            - Controller
            - Nunca usar regra de preço em:
            - Sempre seguir:
            """,
            {5: "not in English", 7: "not in English"},
        ),
        (
            """\
            # Dienst

            - Tests muessen nach der Arbeit laufen
            - Eine Sache pro Commit
            - Der Dienst berechnet die Tarife
            """,
            {3: "not in English", 4: "not in English"},
        ),
        (
            """\
            # サービス

            ## 命名規則
            - 型名は英語（PascalCase）
            - `src/a.py` - 型の一覧
            """,
            {4: "not in English"},
        ),
        (
            """\
            # Service

            - [禁止事项](#禁止事项)
            - 禁止乱写 `eval`
            - Импорты сортируй по алфавиту
            - The server starts
            """,
            {4: "not in English", 5: "not in English"},
        ),
        (
            """\
            # 后端

            - 图标用 `lucide-react`
            - 导入路径写全，不用相对路径
            - 测试数据放 `tests/data`
            - 样式用 Tailwind
            - 入口调用 `main()`
            - 本模块可用 `a()`
            """,
            dict.fromkeys((3, 4, 5, 6), "not in English"),
        ),
    ],
)
def test_a_page_in_another_language_is_listed(text: str, lines: dict[int, str]) -> None:
    """With one reason, and without a draft: only English is read."""
    page = parse_page("\n".join(line[12:] for line in text.split("\n")))

    assert {
        line.statement.line: line.reason for line in find_rule_lines(page, "AGENTS.md")
    } == lines
