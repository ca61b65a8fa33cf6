// Mutants that no test can detect, by name, each with the reason.

export const SURVIVORS: Readonly<Record<string, string>> = {
  'engine/access/visibility.ts#visibleTo: conditional 2 => alternate':
    'An anonymous caller has no id, and in SQL nothing equals null: the second half is never true for him.',
  'engine/access/visibility.ts#visibleAndNotTrashed: || 1 => left':
    'For an anonymous caller only what is published is visible, so what is in the trash is not.',
  'engine/access/visibility.ts#notProtectedOrEditable: || 1 => right': 'It is asked of links of kinds that have a guard only.',
  'engine/access/visibility.ts#isVisible: || 2 => left': 'It is asked of rows in the trash only, and those are not published.',
  'engine/access/visibility.ts#isVisible: || 3 => right': 'It is asked of rows in the trash only, and only what is owned has a trash.',
  'engine/access/visibility.ts#isVisible: && 1 => right':
    "No record is without an author, so an anonymous caller, who has no id, is nobody's author.",
  'engine/access/visibility.ts#isEditable: || 1 => right':
    'Terms are changed by editors, who rule all: the line before has asked for that role.',
  'engine/list/list-query.ts#statusOf: call 1 => true': 'A library is listed by contributors and up, and they see all of it.',
  'engine/list/record-cache.ts#cachedPage: call 5 => true':
    'The ids come from the list in the same statement, which has asked for the same, and what is kept under a name was visible under it.',
  'engine/list/list-query.ts#sourceOf: call 11 => []':
    'Of the filters of events those by venue and by organizer are guarded, and they stand first: where one of them is not the first filter, the other one is, and it asks.',
  'engine/read/nested-keys.ts#nestedKeyColumn: call 6 => true':
    '`present.ts` leaves guarded fields empty again; here they are not even read.',
  'engine/read/records.ts#findOne: && 1 => right': 'The statement gives rows that are visible, or are in the trash.',
  'engine/read-handlers.ts#checkPassword: || 1 => right': 'What has no guard has nothing to hide: `seesGuarded` says so too.',
  'engine/read/nested-keys.ts#versionKey: call 7 => true':
    'What is nested refers to terms, which all may see, and to images, which are shown wherever the record is and asked for nothing here.',
  'engine/write/write-plan.ts#parseWrite: call 5 => true':
    'Whoever may write events may create venues and organizers; the check is for kinds to come.',
  'engine/write/write-plan.ts#linkTargets: && 2 => right': 'Every kind that a link names is there; the check is for the types.',
}
