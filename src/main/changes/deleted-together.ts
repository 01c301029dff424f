import type { DeletedDocument } from '../db/deleted-documents'
import type { LedgerPass } from './ledger-pass'

/** Deleted documents that one undo brings back: without one of them it would not, so they are kept and go together. */
export interface DeletedTogether {
  /** The id of the change, or of the document that no change brings back. */
  readonly id: string
  readonly label: string
  readonly documents: readonly DeletedDocument[]
  /** When the last of them was deleted. */
  readonly at: number
  /** When the change was made. */
  readonly changedAt: number
}

/** Deleted documents, each with those that come back with it; the first deleted come first. */
export function deletedTogether(
  deleted: readonly DeletedDocument[],
  bringsBack: LedgerPass['bringsBack'],
): DeletedTogether[] {
  const groups = new Map<string, DeletedDocument[]>()
  for (const document of deleted) {
    const id = bringsBack.get(document.id)?.id ?? document.id
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [document])
    else group.push(document)
  }
  return [...groups].map(([id, documents]) => {
    const [first] = documents
    const at = Math.max(...documents.map(({ deletedAt }) => deletedAt))
    const change = first === undefined ? undefined : bringsBack.get(first.id)
    const label = documents.length === 1 ? first?.title : change?.summary
    return { id, label: label ?? '', documents, at, changedAt: change?.at ?? at }
  })
}
