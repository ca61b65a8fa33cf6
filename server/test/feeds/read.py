"""An .ics file as Python's icalendar reads it, for readers.ts: standard input to a JSON list.

Times are read with the VTIMEZONEs of the file itself: by icalendar up to 2037, where pytz ends, and by dateutil after that.
icalendar 4 errs in a few things, and what it errs in is read here from its lines: parameters in the manner of RFC 6868; texts with
an escaped backslash or a percent sign in front of some hexadecimal digits, which it takes for escapes of its own; and categories, where
it takes every comma for the end of one. It does not unescape properties that it does not know.
"""

import io
import json
import re
import sys
from datetime import datetime, timezone

import dateutil.tz
from icalendar import Calendar
from icalendar.parser import Contentlines

source = sys.stdin.buffer.read()
calendar = Calendar.from_ical(source)


def zone(component):
    try:
        return component.to_tz()
    except AssertionError:  # icalendar stops at 2037: a zone that begins later is left to dateutil.
        return None


zones = {str(each["TZID"]): zone(each) for each in calendar.walk("VTIMEZONE")}
blocks = "".join(re.findall(r"BEGIN:VTIMEZONE.*?END:VTIMEZONE\r\n", source.decode("utf-8"), re.S))
later = dateutil.tz.tzical(io.StringIO(blocks.replace("\r\n", "\n"))) if blocks else None


def when(prop):
    value = prop.dt
    if not isinstance(value, datetime):
        return value.strftime("%Y-%m-%d").zfill(10)
    name = prop.params.get("TZID")
    if name in (None, "UTC"):
        at = value.astimezone(timezone.utc)
    else:
        wall = value.replace(tzinfo=None)
        at = wall.replace(tzinfo=later.get(name)) if wall.year > 2037 else zones[name].localize(wall)
        at = at.astimezone(timezone.utc)
    return at.strftime("%Y-%m-%d %H:%M:%S").zfill(19)


def plain(param):
    return re.sub(r"\^[n'^]", lambda found: {"^n": "\n", "^'": '"', "^^": "^"}[found.group(0)], param)


def unescape(value):
    return re.sub(r"\\([\\;,nN])", lambda found: "\n" if found.group(1) in "nN" else found.group(1), value)


def errs(value):
    return "\\\\" in value or re.search(r"%(2C|3A|3B|5C)", value)


def end(event):
    if "DTEND" in event:
        return when(event["DTEND"])
    if "DURATION" not in event:
        return when(event["DTSTART"])
    return [when(event["DTSTART"]), event["DURATION"].dt.days]


def lines():
    """The values as they were sent, by property, of every event."""
    found = []
    for line in Contentlines.from_ical(source.decode("utf-8")):
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and ":" in line:
            name = re.match(r"[A-Z-]*", line).group(0)
            found[-1].setdefault(name, []).append(line)
    return found


def sent(line):
    return line.split(":", 1)[1]


def texts(event, raw, name):
    values = event.get(name, [])
    values = values if isinstance(values, list) else [values]
    return [unescape(sent(line)) if errs(sent(line)) else str(value) for value, line in zip(values, raw.get(name, []))]


def text(event, raw, name):
    return "".join(texts(event, raw, name))


def organizer(event, raw):
    if "ORGANIZER" not in event:
        return None
    name, address = re.fullmatch(r'ORGANIZER;CN="([^"]*)":(.*)', raw["ORGANIZER"][0]).groups()
    if errs(name) or errs(address) or "\\" in name:
        return [plain(name), address]
    return [plain(str(event["ORGANIZER"].params["CN"])), str(event["ORGANIZER"])]


def read(event, raw):
    geo = event.get("GEO")
    html = raw.get("X-ALT-DESC")
    return {
        "uid": text(event, raw, "UID"),
        "start": when(event["DTSTART"]),
        "end": end(event),
        "stamp": when(event["DTSTAMP"]),
        "changed": when(event["LAST-MODIFIED"]),
        "sequence": int(event["SEQUENCE"]),
        "summary": text(event, raw, "SUMMARY"),
        "description": text(event, raw, "DESCRIPTION"),
        "html": unescape(sent(html[0])) if html else "",
        "location": text(event, raw, "LOCATION"),
        "geo": [geo.latitude, geo.longitude] if geo else None,
        "organizer": organizer(event, raw),
        "contacts": texts(event, raw, "CONTACT"),
        "categories": [unescape(each) for line in raw.get("CATEGORIES", []) for each in re.findall(r"(?:[^,\\]|\\.)+", sent(line))],
        "url": str(event["URL"]),
        "status": text(event, raw, "STATUS"),
        "class": text(event, raw, "CLASS"),
    }


json.dump([read(event, raw) for event, raw in zip(calendar.walk("VEVENT"), lines())], sys.stdout, ensure_ascii=False)
