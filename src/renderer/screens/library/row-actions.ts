import type { Document } from '../../../shared/contract/document'
import { deleteDocuments } from '../../stores/batches'
import { askAbout } from '../../stores/conversations'
import { chosenIds, showBatchDialog } from '../../stores/documents'
import { goTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'

/** Begins a conversation about a document alone. */
export function ask(document: Document): void {
  askAbout(document)
  goTo({ screen: 'chat', id: null })
}

/** Asks for another title of a document. */
export function rename({ id }: Document): void {
  showBatchDialog({ kind: 'rename', ids: [id] })
}

/** Asks for the removal of what is chosen, or else of the document where the keyboard is. */
export async function removeChosen(document: Document | undefined): Promise<void> {
  await attempt(remove())

  async function remove(): Promise<void> {
    const selected = await chosenIds()
    const ids = selected.size > 0 ? [...selected] : document === undefined ? [] : [document.id]
    if (ids.length > 0) await deleteDocuments(ids)
  }
}
