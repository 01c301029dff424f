import { type DeletedDocument, deletedDocuments } from '../db/deleted-documents'
import type { Database } from '../db/open'
import type { StoredNeed } from '../db/retention'
import { parseStored } from '../db/stored-json'
import type { BroughtBack } from './undo-ended'

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

/** Every deleted document, with those that come back with it; the first deleted come first. */
export function deletedTogether(
  db: Database,
  needs: readonly StoredNeed[],
  broughtBack: BroughtBack,
): DeletedTogether[] {
  const deleted = deletedDocuments(db)
  if (deleted.length === 0) return []
  const change = new Map<string, StoredNeed>()
  for (const need of needs) {
    if (!need.stands) continue
    for (const id of broughtBack({ tool: need.tool, inverse: parseStored(need.inverse) }))
      change.set(id, need)
  }
  const groups = new Map<string, DeletedDocument[]>()
  for (const document of deleted) {
    const id = change.get(document.id)?.id ?? document.id
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [document])
    else group.push(document)
  }
  return [...groups].map(([id, documents]) => {
    const [first] = documents
    const at = Math.max(...documents.map(({ deletedAt }) => deletedAt))
    const need = first === undefined ? undefined : change.get(first.id)
    const label = documents.length === 1 ? first?.title : need?.summary
    return { id, label: label ?? '', documents, at, changedAt: need?.at ?? at }
  })
}
