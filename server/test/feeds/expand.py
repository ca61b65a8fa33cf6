"""The dates of an .ics file as Python's recurring-ical-events computes them, for recurrence-readers.ts.

Standard input to a JSON list of start, end, status and summary. The arguments are the first day and the day after the last day.
"""

import json
import sys
from datetime import datetime, timezone

import recurring_ical_events
from icalendar import Calendar


def when(value):
    if not isinstance(value, datetime):
        return value.strftime("%Y-%m-%d")
    return value.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M:%S")


def read(event):
    start = event["DTSTART"].dt
    if "DTEND" in event:
        end = event["DTEND"].dt
    elif "DURATION" in event:
        end = start + event["DURATION"].dt
    else:
        end = start
    return [when(start), when(end), str(event["STATUS"]), str(event["SUMMARY"])]


first, after = (datetime.strptime(text, "%Y-%m-%d") for text in sys.argv[1:3])
events = recurring_ical_events.of(Calendar.from_ical(sys.stdin.buffer.read())).between(first, after)
json.dump([read(event) for event in events], sys.stdout)
