"""Where a gate is read from, and what is said of one that can't be."""

import tomllib
from pathlib import Path

import pytest

from bench_plugin.gating.gate_file import GateFileError, read_gate
from scoring.gates import CONDITIONS, parse_gate

RULES = "[{}rules]\ntir_bench.accuracy.strict = {{ min = 0.45, max_drop = 0.02 }}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder whose pyproject.toml has a gate of one rule."""
    (tmp_path / "pyproject.toml").write_text("[tool.gazecheck.gates.rules]\nerrors.share.max = 0.02\n", "utf-8")
    return tmp_path


def test_the_file_comes_before_pyproject_and_none_leaves_both_out(root: Path) -> None:
    """`--gate FILE`, else `[tool.gazecheck.gates]`, else nothing; `--gate none` is nothing."""
    path = root / "gates.toml"
    path.write_text(RULES.format(""), encoding="utf-8")
    by_file, by_pyproject = read_gate(str(path), root), read_gate(None, root)
    assert by_file is not None
    assert by_pyproject is not None
    assert [str(rule) for rule in by_file.rules] == [
        "tir_bench.accuracy.strict min 0.45",
        "tir_bench.accuracy.strict max_drop 0.02",
    ]
    assert [str(rule) for rule in by_pyproject.rules] == ["errors.share max 0.02"]
    assert read_gate("none", root) is None
    assert read_gate(None, root / "elsewhere") is None
    (root / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    assert read_gate(None, root) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules = [", "is not TOML"),
        ("\xff\xfe", "is not TOML"),
        ("", "no rule: write at least one"),
        ("[rules]\na.min = 'x'\nb.minn = 1\n", "the gate has 2 problems"),
    ],
)
def test_a_gate_that_can_not_be_read_names_its_file(tmp_path: Path, text: str, said: str) -> None:
    """The file, every problem, and where to see a gate."""
    path = tmp_path / "gates.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(GateFileError, match=said) as caught:
        read_gate(str(path), tmp_path)
    assert str(path) in str(caught.value)


def test_the_gate_of_the_guide_is_one() -> None:
    """docs/gates.md shows a gate that can be read, with every condition there is."""
    text = (Path(__file__).parents[2] / "docs" / "gates.md").read_text(encoding="utf-8")
    gate = parse_gate(tomllib.loads(text.partition("```toml\n")[2].partition("```")[0]))
    assert {rule.condition for rule in gate.rules} == set(CONDITIONS)
    assert [(rule.name, rule.no_new_failures, rule.of) for rule in gate.items] == [
        ("smoke", True, None),
        ("steady", False, 5),
    ]


def test_a_gate_that_is_not_there(tmp_path: Path) -> None:
    """As it was typed, with where to see one."""
    with pytest.raises(GateFileError, match=r"--gate nowhere.toml can't be read: .*docs/gates.md shows one"):
        read_gate("nowhere.toml", tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.gazecheck]\ngates = 'gates.toml'\n", encoding="utf-8")
    with pytest.raises(GateFileError, match=r"is .gates\.toml.; a gate is a table of rules"):
        read_gate(None, tmp_path)
