import type { Change, ChangeLine } from './changes'

/** What lists carry of an entry of the ledger. */
export function changeLineOf({ preview, ...change }: Change): ChangeLine {
  const { recovery, said } = preview
  return {
    ...change,
    recovery,
    ...(said === undefined ? {} : { said }),
    detailed: preview.changes.length > 0,
  }
}
