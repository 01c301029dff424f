import { z } from 'zod'
import type { Document } from '../../../shared/contract/document'
import { parsedJson } from '../../../shared/json/parsed-json'
import { updateDocuments } from '../../stores/batches'
import { commonCollection, useDocuments } from '../../stores/documents'
import { attempt } from '../../stores/toasts'

/** Tells documents that are dragged from what comes from outside. */
const documentsType = 'application/x-countersign-documents'

/** Takes a document along, with all that are chosen where it is one of them. */
export function dragDocuments({ id }: Document, transfer: DataTransfer): void {
  const { selected } = useDocuments.getState()
  transfer.setData(documentsType, JSON.stringify(selected.has(id) ? [...selected] : [id]))
  transfer.effectAllowed = 'move'
}

/** Whether what is dragged are documents. */
export function areDocuments({ types }: DataTransfer): boolean {
  return types.includes(documentsType)
}

/** Moves the documents that were dropped on a collection. */
export function moveDropped(collectionId: string, transfer: DataTransfer): void {
  const ids = z
    .array(z.string())
    .catch([])
    .parse(parsedJson(transfer.getData(documentsType)))
  if (ids.length === 0 || commonCollection(ids) === collectionId) return
  void attempt(updateDocuments(ids, { collectionId }))
}
