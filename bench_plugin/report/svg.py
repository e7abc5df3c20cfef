"""matplotlib's SVG made fit for a page: no style attributes, no fixed fonts, ids of its own, a text alternative.

A strict content policy lets no style attribute in, and then matplotlib's pictures are black on black. Its styles are
therefore written as presentation attributes, which are markup and always hold.
"""

import re
from xml.etree import ElementTree as ET

from markupsafe import Markup

from bench_plugin.report.palette import VARIABLES

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_HREF = f"{{{_XLINK}}}href"
_REFERENCE = re.compile(r"url\(#([\w-]+)\)")
_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_FONT_SIZE = re.compile(r"([\d.]+)px")
_DROPPED = {f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"}

ET.register_namespace("", _SVG)
ET.register_namespace("xlink", _XLINK)


def page_svg(drawn: str, key: str, title: str, alternative: str) -> Markup:
    """A picture for the page.

    Args:
        drawn: matplotlib's SVG, its texts as text.
        key: Unique in the page; every id begins with it, as far as an id can be written so.
        title, alternative: What is read out in place of the picture.
    """
    key = re.sub(r"[^\w-]", "-", key)
    root = ET.fromstring(drawn.encode())
    width, height = root.attrib["viewBox"].split()[2:4]
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    _drop(root)
    wanted = {name for node in root.iter() for name in _referenced(node)}
    for node in root.iter():
        _clean(node, key, wanted)
    root.attrib |= {
        "width": width,
        "height": height,
        "role": "img",
        "aria-labelledby": f"{key}-title {key}-desc",
        "font-family": "sans-serif",
        "stroke-linejoin": "round",
    }
    for place, (tag, text) in enumerate((("title", title), ("desc", alternative))):
        child = ET.Element(f"{{{_SVG}}}{tag}", {"id": f"{key}-{tag}"})
        child.text = printable(text)
        root.insert(place, child)
    # ElementTree escapes every text and attribute; nothing else is in it.
    return Markup(ET.tostring(root, encoding="unicode"))


def printable(text: str) -> str:
    """The text without what no XML may hold (control characters, half surrogates), and on one line."""
    return "".join(character if character.isprintable() else " " for character in text)


def _drop(node: ET.Element) -> None:
    for child in list(node):
        if child.tag in _DROPPED:
            node.remove(child)
        else:
            _drop(child)


def _referenced(node: ET.Element) -> list[str]:
    found = [name for value in node.attrib.values() for name in _REFERENCE.findall(value)]
    return [*found, node.attrib[_HREF].removeprefix("#")] if _HREF in node.attrib else found


def _clean(node: ET.Element, key: str, wanted: set[str]) -> None:
    """One node: its styles as attributes, its ids the page's own, its numbers no longer than can be seen."""
    node.tail = None
    if node.tag != f"{{{_SVG}}}text":
        node.text = None
    attributes: dict[str, str] = {}
    for name, value in node.attrib.items():
        if name == "style":
            attributes |= _presentation(value)
        elif name != "id":
            attributes[name] = _NUMBER.sub(lambda found: f"{float(found[0]):.1f}", " ".join(value.split()))
        elif value in wanted:
            attributes["id"] = f"{key}-{value}"
    for name, value in attributes.items():
        attributes[name] = _REFERENCE.sub(lambda found: f"url(#{key}-{found[1]})", value)
    if _HREF in attributes:
        attributes["href"] = f"#{key}-{attributes.pop(_HREF).removeprefix('#')}"
    node.attrib.clear()
    node.attrib.update(attributes)


def _presentation(style: str) -> dict[str, str]:
    """`fill: #0072b2; font: 9px x` as presentation attributes."""
    found: dict[str, str] = {}
    for declaration in style.split(";"):
        name, colon, value = (part.strip() for part in declaration.partition(":"))
        if not colon or name == "font-family":
            continue
        if name == "font":
            found |= _font(value)
        else:
            found[name] = f"var(--{VARIABLES[value]}, {value})" if value in VARIABLES else value
    return found


def _font(value: str) -> dict[str, str]:
    size = _FONT_SIZE.search(value)
    weight = {"font-weight": "bold"} if re.search(r"\b(?:bold|[6-9]00)\b", value) else {}
    return ({"font-size": size[1]} if size else {}) | weight
