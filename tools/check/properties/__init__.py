"""What every verb that writes files promises (tools/check/check-properties).

    kit.py     the programs, and the files from which others are generated
    inputs.py  what is generated from them
    judge.py   what must hold for every new file
    verb.py    how a verb is called, and what else it promises
    motion_sampling.py  poses of motions, evaluated independently of the library

A new verb is a row of VERBS. If it gets other files, is called otherwise or promises other things, it has its own
class, in its own module.
"""
from .edit import Edit
from .fix import Fix
from .make import Make
from .migrate import Migrate
from .motion import Motion
from .normalize import Normalize
from .optimize import Optimize
from .pack import Pack

VERBS = {
    "make": Make(),
    "pack": Pack(),
    "motion": Motion(),
    "motion-reduce": Motion(reduce=0.5),
    "optimize": Optimize("optimize", "--keep", "images"),
    "fix": Fix(),
    "edit": Edit(),
    "migrate": Migrate("1.0", ("0.x", "1.0-draft", "1.0-beta")),
    "normalize": Normalize("normalize"),
    "migrate-back": Migrate("0.x", ("1.0",)),
}
