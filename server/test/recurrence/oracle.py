"""Expands rules with a library of Debian's Python. Reads one JSON object a line and writes one JSON list of starts a line, or null if it takes too long."""
import itertools
import json
import re
import signal
import sys
from datetime import datetime, timedelta, timezone

LIMIT_S = 1


class Timeout(Exception):
    pass


def on_alarm(_signal, _frame):
    raise Timeout()


def with_dateutil():
    from dateutil.rrule import rrulestr

    def expand(rule, start, count):
        rule = rrulestr(rule, dtstart=datetime.fromisoformat(start))
        return [each.isoformat(' ') for each in itertools.islice(rule, count)]

    return expand


def with_libical():
    import gi

    gi.require_version('ICalGLib', '3.0')
    from gi.repository import ICalGLib

    def expand(rule, start, count):
        dtstart = ICalGLib.Time.new_from_string(re.sub('[-:]', '', start).replace(' ', 'T'))
        iterator = ICalGLib.RecurIterator.new(ICalGLib.Recurrence.new_from_string(rule), dtstart)
        found = []
        while len(found) < count:
            time = iterator.next()
            if time is None or time.is_null_time():
                break
            text = time.as_ical_string()
            found.append(f'{text[0:4]}-{text[4:6]}-{text[6:8]} {text[9:11]}:{text[11:13]}:{text[13:15]}')
        return found

    return expand


def with_recurring_ical_events():
    """The start is in a zone; the results are instants in UTC. `count` is the number of days that are asked for."""
    import icalendar
    import recurring_ical_events

    def expand(rule, start, count):
        start, zone = start.split('|')
        basic = re.sub('[-:]', '', start).replace(' ', 'T')
        lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', f'DTSTART;TZID={zone}:{basic}', f'RRULE:{rule}', 'SUMMARY:x', 'END:VEVENT', 'END:VCALENDAR']
        calendar = icalendar.Calendar.from_ical('\r\n'.join(lines))
        first = datetime.fromisoformat(start)
        found = recurring_ical_events.of(calendar).between(first - timedelta(days=1), first + timedelta(days=count))
        return sorted(each['DTSTART'].dt.astimezone(timezone.utc).isoformat() for each in found)

    return expand


LIBRARIES = {'dateutil': with_dateutil, 'libical': with_libical, 'recurring-ical-events': with_recurring_ical_events}
expand = LIBRARIES[sys.argv[1]]()
signal.signal(signal.SIGPROF, on_alarm)


def answer(task):
    # The signal of the timer can also arrive while another error is handled.
    try:
        signal.setitimer(signal.ITIMER_PROF, LIMIT_S)
        try:
            return expand(task['rule'], task['start'], task['count'])
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            return [f'error: {error}']
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except Timeout:
        return None


for line in sys.stdin:
    sys.stdout.write(json.dumps(answer(json.loads(line))) + '\n')
    # The answers before a rule that ends the process must not be lost.
    sys.stdout.flush()
