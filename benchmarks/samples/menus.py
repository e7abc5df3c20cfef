"""Price boards of cafés and canteens, in English and in Chinese."""

import random
from dataclasses import dataclass

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.colours import lit
from benchmarks.samples.sample import Box

DISHES = (
    "ESPRESSO", "LATTE", "FLAT WHITE", "MOCHA", "GREEN TEA", "MINT TEA", "COCOA", "LEMONADE", "APPLE JUICE",
    "ORANGE JUICE", "CARROT CAKE", "CHEESECAKE", "BROWNIE", "WAFFLE", "BAGEL", "CROISSANT", "TOMATO SOUP",
    "LENTIL SOUP", "ONION SOUP", "GARDEN SALAD", "POTATO SALAD", "PANCAKES", "OMELETTE", "PORRIDGE", "MUFFIN",
    "SCONE", "ICED COFFEE", "HOT MILK",
)  # fmt: skip
DISHES_ZH = (
    "红茶", "绿茶", "咖啡", "牛奶", "豆浆", "面包", "米饭", "鸡汤面", "牛肉面", "鱼汤", "饺子",
    "包子", "鸡蛋饼", "菜汤", "苹果汁", "橙汁", "冰淇淋", "蛋糕", "牛肉饭", "鱼肉饺子", "青菜面",
)  # fmt: skip
_BOARDS: tuple[tuple[RGB, RGB, RGB], ...] = (
    ((36, 40, 40), (236, 232, 220), (246, 214, 120)),
    ((60, 38, 28), (244, 230, 206), (250, 200, 130)),
    ((246, 242, 230), (50, 40, 36), (150, 40, 34)),
    ((26, 66, 54), (238, 240, 226), (250, 220, 130)),
)


@dataclass(frozen=True, slots=True)
class Menu:
    """A board with prices.

    Attributes:
        title: On top.
        prices: Each dish and its price as it is written; no price twice.
        columns: How many columns the dishes stand in.
    """

    title: str
    prices: tuple[tuple[str, str], ...]
    columns: int


def plan_menu(rng: random.Random, count: int, *, columns: int, chinese: bool, whole: bool) -> Menu:
    """A menu whose prices are all different; `whole` ones have no decimals."""
    dishes = rng.sample(DISHES_ZH if chinese else DISHES, min(count, len(DISHES_ZH)))
    if whole:
        prices = [str(price) for price in rng.sample(range(6, 98), len(dishes))]
    else:
        prices = [f"{cents // 20}.{cents % 20 * 5:02d}" for cents in rng.sample(range(31, 180), len(dishes))]
    title = "今日菜单" if chinese else rng.choice(("TODAY", "CAFE", "KITCHEN", "OPEN ALL DAY", "MENU"))
    return Menu(title, tuple(zip(dishes, prices, strict=True)), columns)


def paint_menu(canvas: Canvas, rng: random.Random, box: Box, menu: Menu) -> None:
    """Draw the board into a box."""
    ground, ink, accent = rng.choice(_BOARDS)
    x0, y0, x1, y1 = box
    edge = (x1 - x0) / 40
    canvas.rect((x0 + edge / 2, y0 + edge / 2, x1 + edge / 2, y1 + edge / 2), (60, 54, 50))
    canvas.rect(box, (126, 88, 54))
    canvas.rect((x0 + edge, y0 + edge, x1 - edge, y1 - edge), ground)
    head = (y1 - y0) / 7
    canvas.label((x0 + 3 * edge, y0 + 1.4 * edge, x1 - 3 * edge, y0 + edge + head), menu.title, accent, fill=0.8)
    rows = -(-len(menu.prices) // menu.columns)
    wide = (x1 - x0 - 3 * edge) / menu.columns
    high = (y1 - y0 - head - 3 * edge) / rows
    for index, (dish, price) in enumerate(menu.prices):
        left = x0 + 2 * edge + index // rows * wide
        y = y0 + head + 1.5 * edge + (index % rows + 0.5) * high
        size = min(high * 0.58, wide / 10.5)
        canvas.text((left, y), dish, size, ink, anchor="lm")
        canvas.text((left + wide - edge, y), price, size, accent, anchor="rm")
        canvas.rect(
            (left, y + high * 0.42, left + wide - edge, y + high * 0.42 + 1),
            lit(ground, 1.25 if sum(ground) < 380 else 0.85),
        )
