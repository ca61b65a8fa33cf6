// Prints one JSON line for each test that ran.
import { relative } from 'node:path';

export default async function* lines(source) {
  for await (const { type, data } of source) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite' || !data.file || data.name === data.file) continue;
    const cause = data.details?.error?.cause ?? data.details?.error;
    const error = type === 'test:fail' ? String(cause?.message ?? cause) : null;
    // What the library defines belongs to the file that called it, which it names.
    const file = /\S+\.test\.mjs/.exec(data.name)?.[0] ?? relative(import.meta.dirname, data.file);
    yield `${JSON.stringify({ file, name: data.name, ok: type === 'test:pass', skipped: data.skip !== undefined, error })}\n`;
  }
}
