"""What the system's zone data says, for zones.long.test.ts: one JSON line of the data's version, then one for each zone.

Run with PYTHONTZPATH=/usr/share/zoneinfo. Every change of offset between 1970-01-01 and 2037-12-31 is found by scanning and bisection,
so that nothing here depends on how the data files are made. A wall time becomes an instant by the contract's rule (7.1): in a gap it moves
forward by the gap, that is, it is read with the offset before; in an overlap the first is meant, which has the offset before too.
"""

import hashlib
import json
import os
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

FOLDER = os.environ.get("PYTHONTZPATH", "/usr/share/zoneinfo").split(os.pathsep)[0]
EPOCH = datetime(1970, 1, 1)
FIRST = 0
LAST = int((datetime(2038, 1, 1) - EPOCH).total_seconds()) - 1
# Two changes of one zone are nowhere less than six days apart.
STEP = 12 * 3600
NAMED = [int((datetime(2031, month, 15, 12) - EPOCH).total_seconds()) for month in (1, 7)]


def at(seconds, zone):
    return zone.fromutc((EPOCH + timedelta(seconds=seconds)).replace(tzinfo=zone))


def offset(seconds, zone):
    return round(at(seconds, zone).utcoffset().total_seconds())


def stamp(naive):
    return naive.strftime("%Y-%m-%d %H:%M:%S").rjust(19, "0")


def changes(zone):
    """Each instant at which another offset begins, with the offsets before and after."""
    before, moment, step = offset(FIRST, zone), EPOCH.replace(tzinfo=zone), timedelta(seconds=STEP)
    same = zone.fromutc(moment).utcoffset()
    for end in range(FIRST + STEP, LAST + 2, STEP):
        moment += step
        if zone.fromutc(moment).utcoffset() == same:
            continue
        low, high = end - STEP, end
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(middle, zone) == before else (low, middle)
        after = offset(end, zone)
        yield high, before, after
        before, same = after, zone.fromutc(moment).utcoffset()


def instant(wall, zone):
    """zoneinfo reads a wall time with fold=0 as the contract does; that it does so is checked here against the two offsets."""
    return round((wall.replace(tzinfo=zone, fold=0).astimezone(timezone.utc).replace(tzinfo=None) - EPOCH).total_seconds())


def walls(moment, before, after, zone):
    """Wall times around a gap or an overlap, the instants they mean, and what the clock shows then."""
    low, high = sorted((moment + before, moment + after))
    for seconds in sorted({low - 1, low, (low + high) // 2, high - 1, high}):
        wall = EPOCH + timedelta(seconds=seconds)
        meant = instant(wall, zone)
        if low <= seconds < high and meant != seconds - before:
            raise AssertionError(f"{zone.key} {wall}: {meant}, not {seconds - before}")
        yield [stamp(wall), meant, stamp(at(meant, zone).replace(tzinfo=None))]


def describe(name):
    zone = zoneinfo.ZoneInfo(name)
    found = [
        {"at": moment, "before": before, "after": after, "walls": list(walls(moment, before, after, zone))}
        for moment, before, after in changes(zone)
    ]
    return {"first": offset(FIRST, zone), "changes": found, "names": [at(moment, zone).tzname() for moment in NAMED]}


def version():
    """Debian and others write it in tzdata.zi, macOS in +VERSION."""
    for name in ("tzdata.zi", "+VERSION"):
        path = os.path.join(FOLDER, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as data:
                return data.readline().split()[-1]
    return "unknown"


def main():
    zoneinfo.reset_tzpath([FOLDER])
    print(json.dumps({"version": version(), "named": NAMED}))
    known = {}
    # "localtime" is a setting of the machine; "Factory" says that there is none.
    for name in sorted(zoneinfo.available_timezones() - {"localtime", "Factory"}):
        path = os.path.join(FOLDER, name)
        if not os.path.exists(path):  # From Python's own data, which is another version.
            continue
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).digest()
        if digest not in known:  # Links are the same file under another name.
            known[digest] = describe(name)
        print(json.dumps({"zone": name, **known[digest]}, separators=(",", ":")))


if __name__ == "__main__":
    sys.exit(main())
