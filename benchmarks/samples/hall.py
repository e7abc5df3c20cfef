"""A works hall: tanks with gauges, machines with type plates, pipes, crates and a tool board."""

import random
from dataclasses import dataclass

from benchmarks.samples.canvas import RGB, Canvas, Corners
from benchmarks.samples.colours import NAMED, lit, mixed, varied
from benchmarks.samples.dials import Face, Scale, gleam, paint_case, paint_needle, paint_scale
from benchmarks.samples.sample import Box
from benchmarks.samples.shading import ball, crate, cylinder, shadow, wash
from benchmarks.samples.still_life import Thing
from benchmarks.samples.surfaces import speckled
from benchmarks.samples.tools import Tool, paint_board, plan_tools

MACHINE_COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "turquoise", "white")
GAUGE = Scale(10, 5, 4, unit="bar")
_PIPE: RGB = (190, 190, 190)


@dataclass(frozen=True, slots=True)
class Tank:
    """An upright tank with a name and a pressure gauge.

    Attributes:
        box: What it fills.
        name: Painted on it, `T3`.
        value: What its gauge shows, in bar; None if it has none.
        colour: A key of `colours.NAMED`.
    """

    box: Box
    name: str
    value: float | None
    colour: str

    @property
    def gauge_box(self) -> Box:
        """The gauge with its bezel."""
        x0, y0, x1, y1 = self.box
        side = (x1 - x0) * 36 // 100
        left, top = (x0 + x1 - side) // 2, y0 + (y1 - y0) * 44 // 100
        return (left, top, left + side, top + side)

    def paint(self, canvas: Canvas) -> None:
        """Draw body, bands, name and gauge."""
        x0, y0, x1, y1 = self.box
        wide = x1 - x0
        tone = mixed(NAMED[self.colour], (170, 170, 170), 0.3)
        shadow(canvas, self.box, (120, 118, 114))
        for side in (0.12, 0.8):
            canvas.rect((x0 + wide * side, y1 - wide * 0.25, x0 + wide * (side + 0.08), y1), (70, 70, 74))
        cylinder(canvas, (x0, y0, x1, y1 - wide * 0.1), tone, rim=0.3)
        for share in (0.3, 0.72):
            y = y0 + (y1 - y0) * share
            cylinder(canvas, (x0, y, x1, y + wide * 0.05), lit(tone, 0.8))
        canvas.label(
            (x0 + wide * 0.25, y0 + wide * 0.42, x1 - wide * 0.25, y0 + wide * 0.72),
            self.name,
            (245, 245, 240),
            bold=True,
        )
        if self.value is not None:
            paint_gauge(canvas, self.gauge_box, GAUGE, self.value)


def paint_gauge(canvas: Canvas, box: Box, scale: Scale, value: float) -> None:
    """A pressure gauge with its bezel; all of it lies in the box."""
    x0, y0, x1, y1 = box
    # A little smaller than the box, so that bezel and shadow stay inside.
    face = Face(((x0 + x1) / 2 - 1, (y0 + y1) / 2 - 1), (x1 - x0) * 0.46, metal=(96, 98, 102))
    paint_case(canvas, face)
    paint_scale(canvas, face, scale, size=0.2)
    paint_needle(canvas, face, scale.angle(value))
    gleam(canvas, face)


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine in a cabinet with a panel and a type plate.

    Attributes:
        box: What it fills.
        colour: A key of `colours.NAMED`.
        plate: Text on the type plate; none is shown if it is empty.
        seed: Of lamps and knobs.
    """

    box: Box
    colour: str
    plate: str
    seed: int

    @property
    def plate_box(self) -> Box:
        """Where the type plate sits, on the lower left of the front."""
        x0, y0, x1, y1 = self.box
        wide, high = (x1 - x0) * 30 // 100, (y1 - y0) * 6 // 100
        left, top = x0 + (x1 - x0) * 8 // 100, y1 - (y1 - y0) * 26 // 100
        return (left, top, left + wide, top + high)

    def paint(self, canvas: Canvas) -> None:
        """Draw cabinet, panel, lamps, slots and plate."""
        rng = random.Random(self.seed)
        x0, y0, x1, y1 = self.box
        wide, high = x1 - x0, y1 - y0
        tone = varied(rng, NAMED[self.colour], 8)
        shadow(canvas, self.box, (120, 118, 114))
        crate(canvas, self.box, tone, depth=0.1)
        front = (x0, y0 + high * 0.1, x1 - wide * 0.1, y1)
        canvas.rounded(
            (front[0] + wide * 0.08, front[1] + high * 0.06, front[2] - wide * 0.08, front[1] + high * 0.34),
            wide * 0.02,
            (60, 64, 70),
        )
        self._panel(canvas, rng, front)
        for index in range(6):
            y = y0 + high * (0.5 + index * 0.03)
            canvas.rect((x0 + wide * 0.1, y, x1 - wide * 0.2, y + high * 0.012), lit(tone, 0.55))
        canvas.rect((x0, y1 - high * 0.08, front[2], y1), lit(tone, 0.5))
        if self.plate:
            paint_type_plate(canvas, self.plate_box, self.plate)

    def _panel(self, canvas: Canvas, rng: random.Random, front: Corners) -> None:
        wide, high = front[2] - front[0], front[3] - front[1]
        left, top = front[0] + wide * 0.14, front[1] + high * 0.1
        canvas.rect((left, top, left + wide * 0.34, top + high * 0.18), (24, 52, 44))
        points = [(left + wide * 0.34 * step / 8, top + high * (0.09 + rng.randint(-6, 6) / 100)) for step in range(9)]
        canvas.line(points, high / 130, (90, 230, 140))
        for index in range(6):
            x = left + wide * (0.42 + 0.11 * (index % 3))
            y = top + high * (0.02 + 0.1 * (index // 3))
            lamp = NAMED[rng.choice(("red", "green", "yellow", "blue"))]
            ball(canvas, (x, y, x + wide * 0.07, y + wide * 0.07), lamp)


def paint_type_plate(canvas: Canvas, box: Box, text: str) -> None:
    """An aluminium plate with rivets."""
    x0, y0, x1, y1 = box
    canvas.rect(box, (60, 60, 62))
    canvas.rect((x0 + 1, y0 + 1, x1 - 1, y1 - 1), (214, 214, 206))
    canvas.label(box, text, (24, 24, 26), fill=0.8)


@dataclass(frozen=True, slots=True)
class Hall:
    """What stands and hangs in a works hall.

    Attributes:
        size: Width and height in pixels.
        tanks, machines, boxes: From left to right.
        board: Area of the tool board.
        tools: On the board.
        wall, floor: Colours.
        seed: Of the pipes.
    """

    size: tuple[int, int]
    tanks: tuple[Tank, ...]
    machines: tuple[Machine, ...]
    boxes: tuple[Thing, ...]
    board: Box
    tools: tuple[Tool, ...]
    wall: RGB
    floor: RGB
    seed: int


def serial_number(rng: random.Random) -> str:
    """Letters and digits that can't be taken for each other."""
    return f"{rng.choice('ACEHKMNPRTX')}{rng.choice('ACEHKMNPRTX')}-{rng.randint(2222, 9999)}"


def plan_hall(rng: random.Random, size: tuple[int, int]) -> Hall:
    """Tanks and machines in mixed order along the wall, crates in front, tools above."""
    width, height = size
    foot = height * 78 // 100
    tanks: list[Tank] = []
    machines: list[Machine] = []
    colours = rng.sample(MACHINE_COLOURS, len(MACHINE_COLOURS))
    for colour, (x, wide) in zip(colours, _spread(rng, width, height, len(colours)), strict=False):
        if rng.random() < 0.5:
            top = foot - height * rng.randint(42, 50) // 100
            tanks.append(Tank((x, top, x + wide, foot), f"T{len(tanks) + 1}", rng.randint(2, 18) / 2, colour))
        else:
            top = foot - height * rng.randint(34, 42) // 100
            machines.append(Machine((x, top, x + wide, foot), colour, serial_number(rng), rng.getrandbits(32)))
    board = (width // 20, height * 9 // 100, width * 19 // 20, height * 26 // 100)
    inner = (board[0] + width // 60, board[1], board[2] - width // 60, board[3])
    return Hall(
        size, tuple(tanks), tuple(machines), _plan_boxes(rng, width, height), board, plan_tools(rng, inner, 1),
        rng.choice(((150, 152, 150), (164, 150, 136), (132, 146, 156))), (128, 124, 118), rng.getrandbits(32),
    )  # fmt: skip


def _spread(rng: random.Random, width: int, height: int, most: int) -> list[tuple[int, int]]:
    """Left edge and width of things side by side, as many as fit, spread over the whole wall."""
    widths = [height * rng.randint(24, 30) // 100]
    while len(widths) < most:
        wide = height * rng.randint(24, 30) // 100
        if sum(widths) + wide + (len(widths) + 2) * height * 3 // 100 > width:
            break
        widths.append(wide)
    gap = (width - sum(widths)) // (len(widths) + 1)
    return [(gap * (place + 1) + sum(widths[:place]), wide) for place, wide in enumerate(widths)]


def _plan_boxes(rng: random.Random, width: int, height: int) -> tuple[Thing, ...]:
    found: list[Thing] = []
    x = rng.randint(0, width // 12)
    while True:
        kind = rng.choice(("box", "bucket", "can", "box"))
        high = height * rng.randint(9, 13) // 100
        wide = high * {"box": 118, "bucket": 83, "can": 70}[kind] // 100
        if x + wide > width:
            return tuple(found)
        foot = height * rng.randint(93, 98) // 100
        colour = rng.choice(("brown", "brown", "grey", "blue", "red", "yellow", "green"))
        found.append(Thing(kind, colour, (x, foot - high, x + wide, foot), rng.getrandbits(32)))
        x += wide + rng.randint(height // 40, height // 5)


def paint_hall(hall: Hall, *, scale: int = 2) -> Canvas:
    """A hall with everything in it."""
    canvas = Canvas(*hall.size, hall.wall, scale=scale)
    draw_hall(canvas, hall)
    return canvas


def draw_hall(canvas: Canvas, hall: Hall) -> None:
    """Draw the wall with pipes and tools, the floor, tanks, machines and crates."""
    width, height = hall.size
    rng = random.Random(hall.seed)
    wash(canvas, (0, 0, width, height * 0.7), lit(hall.wall, 0.8), lit(hall.wall, 1.05))
    _bricks(canvas, width, height, hall.wall)
    wash(canvas, (0, height * 0.7, width, height), lit(hall.floor, 1.05), lit(hall.floor, 0.75))
    speckled(canvas, rng, (0, height * 0.83, width, height), hall.floor, 70)
    speckled(canvas, rng, (0, height * 0.36, width, height * 0.7), hall.wall, 60)
    _stripes(canvas, width, height)
    for share in (0.03, 0.31):
        _pipe(canvas, (0, height * share, width, height * (share + 0.035)), varied(rng, _PIPE, 40))
    paint_board(canvas, hall.board, (176, 150, 112))
    for tool in hall.tools:
        tool.paint(canvas)
    for tank in hall.tanks:
        tank.paint(canvas)
    for machine in hall.machines:
        machine.paint(canvas)
    for thing in hall.boxes:
        shadow(canvas, thing.box, hall.floor)
        thing.paint(canvas)


def _bricks(canvas: Canvas, width: int, height: int, wall: RGB) -> None:
    course = height / 22
    for row in range(16):
        y = row * course
        canvas.rect((0, y, width, y + max(0.6, height / 900)), lit(wall, 0.82))
        for x in range(-(row % 2) * int(course), width, max(4, int(course * 3.4))):
            canvas.rect((x, y, x + max(0.6, height / 900), y + course), lit(wall, 0.84))


def _stripes(canvas: Canvas, width: int, height: int) -> None:
    step = height / 18
    y, drop = height * 0.815, height * 0.025
    canvas.rect((0, y, width, y + drop), (226, 190, 40))
    for index in range(int(width / step) + 1):
        x = index * step
        canvas.polygon([(x, y), (x + step / 2, y), (x + step / 2 - drop, y + drop), (x - drop, y + drop)], (40, 40, 42))


def _pipe(canvas: Canvas, box: Corners, colour: RGB) -> None:
    x0, y0, x1, y1 = box
    levels = (0.7, 1.0, 1.25, 1.1, 0.9, 0.7, 0.5)
    high = (y1 - y0) / len(levels)
    for index, light in enumerate(levels):
        canvas.rect((x0, y0 + index * high, x1, y0 + (index + 1) * high + 0.5), lit(colour, light))
    step = (y1 - y0) * 7
    for index in range(int((x1 - x0) / step) + 1):
        x = x0 + (index + 0.4) * step
        canvas.rect((x, y0 - high, x + (y1 - y0) * 0.5, y1 + high), lit(colour, 0.62))
        canvas.rect((x + (y1 - y0) * 0.1, y0 - high, x + (y1 - y0) * 0.2, y1 + high), lit(colour, 1.1))
