// Corrects the rows of a spreadsheet that failed where they are reported, and imports them.
import { useQuery } from '@tanstack/react-query'
import type { RunItem, SourceRun } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import {
  columnsToFix,
  correctCell,
  correctedRows,
  parseFailedTable,
  toCorrectedFile,
  type FailedTable,
  type RowCorrections,
} from './row-corrections.ts'
import type { RunStart } from './use-start-run.ts'

const NO_CORRECTIONS: RowCorrections = new Map()
export interface Correction {
  readonly table: FailedTable
  readonly corrections: RowCorrections
  readonly change: (row: number, position: number, text: string) => void
}
/** Null until the rows are loaded. */
export function useCorrection(run: SourceRun, isEnabled: boolean): Correction | null {
  const client = useClient()
  const [corrections, setCorrections] = useState(NO_CORRECTIONS)
  const { data: table } = useQuery({
    queryKey: ['sources', 'failed-rows', run.source, run.id, run.state],
    queryFn: async ({ signal }) => parseFailedTable(await client.sources.failedRows(run.source, run.id, { signal })),
    enabled: isEnabled,
  })
  if (!isEnabled || !table) return null
  return { table, corrections, change: (row, position, text) => setCorrections((all) => correctCell(all, row, position, text)) }
}

interface CellFieldsProps {
  readonly run: SourceRun
  readonly item: RunItem
  /** The number of the row among those that failed. */
  readonly row: number
  readonly correction: Correction
}
export function CellFields({ run, item, row, correction: { table, corrections, change } }: CellFieldsProps) {
  const t = useText()
  return (
    <div className="cell-fields">
      {columnsToFix(run.columns ?? [], item.errors).map((position) => (
        <TextField
          key={position}
          label={table.header[position] || t('Column without a name')}
          value={corrections.get(row)?.get(position) ?? table.rows[row]?.[position] ?? ''}
          onChange={(text) => change(row, position, text)}
        />
      ))}
    </div>
  )
}

interface ImportCorrectedProps {
  readonly correction: Correction
  readonly starting: RunStart
}
export function ImportCorrected({ correction: { table, corrections }, starting: { start, isPending } }: ImportCorrectedProps) {
  const t = useText()
  const count = correctedRows(table, corrections).length
  if (count === 0) return <p className="soft small">{t('Correct the cells here, or in the file.')}</p>
  return (
    <Button variant="primary" isPending={isPending} onPress={() => start({ isDryRun: false, part: toCorrectedFile(table, corrections) })}>
      {t('Import {count} corrected rows', { count })}
    </Button>
  )
}
