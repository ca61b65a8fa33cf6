// Mutants of the rules of visibility that nothing notices, and why nothing can: by their names, each with its reason.

export const SURVIVORS: Readonly<Record<string, string>> = {
  'engine/visibility.ts: caller.id === null ? isPublic(alias) : sql`(${isPublic(alias)} or ${isOwn(alias, caller)})` => sql`(${isPublic(alias)} or ${isOwn(alias, caller)})`':
    'An anonymous caller has no id, and in SQL nothing equals null: the second half is never true for him.',
  "engine/visibility.ts: kind.access !== 'owned' || caller.id === null => kind.access !== 'owned'":
    'For an anonymous caller only what is published is visible, so what is in the trash is not.',
  'engine/visibility.ts: !kind.guard || rulesAll(caller) => rulesAll(caller)': 'It is asked of links of kinds that have a guard only.',
  "engine/visibility.ts: kind.access !== 'owned' || rulesAll(caller) || row['status'] === 'publish' => kind.access !== 'owned' || rulesAll(caller)":
    'It is asked of rows in the trash only, and those are not published.',
  "engine/visibility.ts: kind.access !== 'owned' || rulesAll(caller) => rulesAll(caller)":
    'It is asked of rows in the trash only, and only what is owned has a trash.',
  "engine/visibility.ts: caller.id !== null && row['author_id'] === caller.id => row['author_id'] === caller.id":
    "No record is without an author, so an anonymous caller, who has no id, is nobody's author.",
  "engine/visibility.ts: kind.access === 'term' || rulesAll(caller) #2 => rulesAll(caller)":
    'Terms are changed by editors, who rule all: the line before has asked for that role.',
  "engine/list.ts: visible(kind, 'o', ask.caller) => globalThis.kalendsRaw('true')":
    'A library is listed by contributors and up, and they see all of it.',
  "engine/written.ts: visible(kind, 'r', ask.caller) => globalThis.kalendsRaw('true')":
    'The ids come from the list in the same statement, which has asked for the same, and what is kept under a name was visible under it.',
  "engine/list.ts: guardOf(kind, filter, 'l', ask) => []":
    'Of the filters of events those by venue and by organizer are guarded, and they stand first: where one of them is not the first filter, the other one is, and it asks.',
  "engine/nested.ts: unguarded(kind, 'l', ask.caller) => globalThis.kalendsRaw('true')":
    '`present.ts` leaves guarded fields empty again; here they are not even read.',
  "engine/read.ts: row['status'] === 'trash' && !isVisible(kind, row, ask.caller) => !isVisible(kind, row, ask.caller)":
    'The statement gives rows that are visible, or are in the trash.',
  'engine/routes.ts: !guard || seesGuarded(kind, row, ask.caller) => seesGuarded(kind, row, ask.caller)':
    'What has no guard has nothing to hide: `seesGuarded` says so too.',
  "engine/nested.ts: present(to, 'p', ask.caller) => globalThis.kalendsRaw('true')":
    'What is nested refers to terms, which all may see, and to images, which are shown wherever the record is and asked for nothing here.',
  "engine/plan.ts: mayTry(ask.caller, to, 'create') => true":
    'Whoever may write events may create venues and organizers; the check is for kinds to come.',
  "engine/plan.ts: kind && mayTry(ask.caller, kind, 'create') => mayTry(ask.caller, kind, 'create')":
    'Every kind that a link names is there; the check is for the types.',
}
