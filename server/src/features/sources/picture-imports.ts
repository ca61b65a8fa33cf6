// Imports the pictures of items before their transaction. A source whose pictures cannot be fetched does not delay its run for long.
import type { RequestContext } from '../../engine/definition/kind.ts'
import type { CreationContext } from '../../engine/write/write-records.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { FieldError } from '../../kernel/errors/problems.ts'
import type { AppliedRun, WaitingItem } from './items.ts'
import { isSentBefore } from './imported-fields.ts'
import { loadStoredRecords } from './source-records.ts'
import { findRun } from './source.ts'
import type { ImportServices } from './source-services.ts'

/** After this number of failures, no other picture of the run is fetched. */
const FAILURES_MAX = 10

export class PictureImports {
  readonly #importPicture: ImportServices['importPicture']
  readonly #known = new Map<string, number | FieldError>()
  #failures = 0
  constructor(importPicture: ImportServices['importPicture']) {
    this.#importPicture = importPicture
  }

  /** Returns the ID of each picture, or the error that prevented it. Pictures that the last run sent are not fetched again, unless they may be written. */
  async importAll(
    db: Db,
    items: readonly WaitingItem[],
    run: AppliedRun,
    ctx: RequestContext,
  ): Promise<ReadonlyMap<string, number | FieldError>> {
    const imported = new Map<string, number | FieldError>()
    const pictured = items.flatMap(({ kind, key, content }) => {
      const url = content.gone ? null : content.fields['image']
      return content.gone || typeof url !== 'string' ? [] : [{ kind, key: content.oldKey ?? key, content, url }]
    })
    const known = pictured.length === 0 ? [] : await loadStoredRecords(db, run.source.id, pictured)
    const byKey = new Map(known.map((row) => [row.key, row]))
    for (const { key, content, url } of pictured) {
      const stored = byKey.get(key)
      const mayBeWritten = run.source.precedence === 'source' || content.dateOf !== undefined
      if (stored && !mayBeWritten && isSentBefore(stored.fields, 'image', url)) continue
      // The run may have been canceled meanwhile.
      if (!this.#known.has(url) && !(await findRun(db, run.id, sql`x.state = 'running'`))) break
      imported.set(url, await this.#importOnce(url, content.keptIds?.image ? { ...ctx, newId: content.keptIds.image } : ctx))
    }
    return imported
  }

  async #importOnce(url: string, ctx: CreationContext): Promise<number | FieldError> {
    const known = this.#known.get(url)
    if (known !== undefined) return known
    const imported = this.#failures < FAILURES_MAX ? await this.#importPicture(url, ctx) : new FieldError('not_fetched')
    if (imported instanceof FieldError) this.#failures += 1
    this.#known.set(url, imported)
    return imported
  }
}
