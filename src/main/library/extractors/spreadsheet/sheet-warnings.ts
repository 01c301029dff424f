import type { ExtractionWarning } from '../../../../shared/contract/extraction-warnings'
import { told } from '../../../../shared/sentences/english'
import { warn } from '../warnings'

/** Tells of sheets that are listed and not there, and of cells beyond the columns that are read. */
export function warnOfSheets(
  { missing, total }: { readonly missing: readonly { readonly name: string }[]; readonly total: number },
  cut: { readonly count: number; readonly limit: number },
): ExtractionWarning[] {
  const lost =
    missing.length === 0
      ? []
      : [warn('extraction.missing_sheets', { count: missing.length, total, ...told(missing) })]
  return [...lost, ...(cut.count === 0 ? [] : [warn('extraction.cut_columns', cut)])]
}
