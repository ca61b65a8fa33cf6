// Mutants that no test can detect, by name, each with the reason.

export const SURVIVORS: Readonly<Record<string, string>> = {
  'engine/access/visibility.ts#visibleTo: conditional 2 => alternate':
    'An anonymous caller has no ID, and no SQL value equals null, so the second operand is never true.',
  'engine/access/visibility.ts#visibleAndNotTrashed: || 1 => left':
    'Anonymous callers see only published records, and a record in the trash is not published.',
  'engine/access/visibility.ts#notProtectedOrEditable: || 1 => right':
    'The function is called only for links to kinds with password protection.',
  'engine/access/visibility.ts#isVisible: || 2 => left': 'The function is called only for rows in the trash, which are not published.',
  'engine/access/visibility.ts#isVisible: || 3 => right':
    'The function is called only for rows in the trash, and only kinds with owners have a trash.',
  'engine/access/visibility.ts#isVisible: && 1 => right':
    'Every record has an author, and an anonymous caller has no ID, so they are never the author.',
  'engine/access/visibility.ts#isEditable: || 1 => right': 'Only editors change terms, and the preceding line has checked that role.',
  'engine/list/list-query.ts#statusOf: call 1 => true':
    'Only contributors and higher roles list a library, and they see all of its records.',
  'engine/list/record-cache.ts#cachedPage: call 8 => true':
    'The IDs come from a list that applied the same condition in the same statement, and cached records were visible under their key.',
  'engine/read/nested-keys.ts#nestedKeyColumn: call 6 => true':
    '`present.ts` also clears protected fields; this check only avoids reading them.',
  'engine/read/records.ts#findOne: && 2 => right': 'The statement returns only rows that are visible or in the trash.',
  'engine/read-handlers.ts#checkPassword: || 1 => right':
    'A kind without password protection has no protected fields, and `seesGuarded` returns the same result.',
  'engine/read/nested-keys.ts#versionKey: call 7 => true':
    'Nested records refer to terms, which are public, and to images, which are visible with their record and need no check here.',
  'engine/write/write-plan.ts#parseWrite: call 5 => true':
    'Every caller who may write events may create venues and organizers; the check is for future kinds.',
  'engine/write/write-plan.ts#linkTargets: && 2 => right': 'Every kind that a link names exists; the check is for the type checker.',
}
