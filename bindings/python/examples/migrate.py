"""Convert an avatar of 0.x to 1.0, and print what changed in meaning.

usage: python migrate.py OLD.vrm NEW.vrm [--accept]
"""
import sys

import libvrm
from libvrm.experimental import ChangeKind, migrate

try:
    written = migrate(sys.argv[1], accept_license_mapping="--accept" in sys.argv,
                      license_url="https://vrm.dev/licenses/1.0/")
except libvrm.ConsentError as error:
    sys.exit(f"{error}\nAsk the rights holder, then add --accept.")
for change in written.changes:
    if change.kind in (ChangeKind.LOST, ChangeKind.NARROWED):
        print(f"{change.from_}: {change.text}")
written.save(sys.argv[2])
