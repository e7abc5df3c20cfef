"""Figures printed in the ViEBench paper (arXiv 2601.11633, Tables 2 and 3), in whole percent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Published:
    """One model's row of one split.

    Attributes:
        accuracy: Of all items, as the tool ratio.
        grounding: Grounded score, then the four quadrants G+A+, G+A-, G-A+, G-A-: shares of the items with a zoom, by
            what the table itself implies. None for models without tools.
        tool_ratio: None for models without tools.
    """

    model: str
    accuracy: int
    grounding: tuple[int, int, int, int, int] | None = None
    tool_ratio: int | None = None


PERCEPTION = (
    Published("Qwen3-VL-32B", 81, (75, 71, 4, 9, 16), 93),
    Published("Qwen3-VL-235B-A22B", 73, (69, 62, 7, 11, 20), 100),
    Published("Qwen3-VL-8B", 74, (73, 66, 7, 9, 17), 98),
    Published("Mini-o3", 73, (78, 65, 10, 8, 17), 97),
    Published("Pixel Reasoner", 77, (65, 54, 12, 24, 11), 95),
    Published("DeepEyes", 79, (44, 41, 3, 38, 18), 100),
    Published("Thyme", 77, (38, 38, 0, 44, 19), 16),
    Published("LLaVA-OV (SI)", 62),
    Published("LLaVA-OV", 62),
    Published("LLaVA-CoT", 51),
    Published("InternVL3-8B", 75),
    Published("Qwen2.5-VL-7B", 74),
    Published("Keye-VL-1.5-8B", 72),
    Published("MiMo-VL-7B-RL", 71),
    Published("o3", 71),
    Published("GPT-4o", 66),
)
REASONING = (
    Published("Qwen3-VL-32B", 74, (68, 56, 13, 17, 15), 95),
    Published("Qwen3-VL-235B-A22B", 71, (66, 54, 13, 18, 16), 95),
    Published("Qwen3-VL-8B", 71, (67, 57, 10, 15, 18), 92),
    Published("Mini-o3", 58, (78, 47, 28, 11, 14), 97),
    Published("Pixel Reasoner", 59, (64, 40, 23, 23, 15), 80),
    Published("DeepEyes", 60, (40, 27, 13, 33, 27), 100),
    Published("Thyme", 69, (29, 29, 0, 57, 14), 7),
    Published("LLaVA-OV (SI)", 63),
    Published("LLaVA-OV", 56),
    Published("LLaVA-CoT", 49),
    Published("InternVL3-8B", 63),
    Published("Qwen2.5-VL-7B", 58),
    Published("Keye-VL-1.5-8B", 65),
    Published("MiMo-VL-7B-RL", 60),
    Published("o3", 69),
    Published("GPT-4o", 64),
)
VIEBENCH = {"perception": PERCEPTION, "reasoning": REASONING}
"""Split -> its rows."""
