// Every seeded fault of the files that try one fault of each group in an ordinary run.
process.env['ALL_FAULTS'] = '1'
for (const file of [
  'changes/feed-faults',
  'hours/hours-faults',
  'recurrence/history-faults',
  'sources/import-faults',
  'webhooks/webhook-faults',
])
  await import(`../${file}.test.ts`)
