"""Measures what a call costs: the minimum of many runs, because other programs run too.

usage: bench.py
"""
import timeit

import libvrm
from support import SAMPLES


def nanoseconds(program: str, space: dict[str, object], number: int, setup: str = "pass") -> float:
    return min(timeit.repeat(program, setup, number=number, repeat=400, globals=space)) / number * 1e9


def main() -> None:
    model = libvrm.load(SAMPLES / "character-1.0.vrm")
    space: dict[str, object] = {"avatar": model.avatar(), "model": model}
    empty = nanoseconds("pass", space, 2000)
    print(f"an empty loop: {empty:.1f} ns")
    for program in ("avatar.expression_layer_weight(0)", "avatar.spring_center(0)", "avatar.expression_weight(0)",
                    "avatar.set_expression(0, 0.5)", "avatar.world", "avatar.bone_position(5)"):
        print(f"{program}: {nanoseconds(program, space, 2000) - empty:.1f} ns")
    print(f"avatar.update(1 / 60): {nanoseconds('avatar.update(0.0167)', space, 50):.0f} ns")
    first = []
    for _ in range(60):
        avatars = [model.avatar() for _ in range(50)]
        first.append(timeit.timeit("for avatar in avatars: avatar.world", number=1, globals={"avatars": avatars}) / 50)
    print(f"avatar.world, the first time of an avatar: {min(first) * 1e9:.0f} ns")


if __name__ == "__main__":
    main()
