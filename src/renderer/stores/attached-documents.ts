import { useEffect } from 'react'
import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'
import type { AttachmentOf } from '../../shared/run/blocks'
import { type Draft, newConversation } from './conversations'
import { loadDocument } from './library'

/** The present records of the documents that are attached to what is being written, by id; null before the first. */
export const useAttachedDocuments = create<Readonly<Record<string, Document | null>>>(() => ({}))

const { setState: set, getState: get } = useAttachedDocuments

/** Follows these documents from now on, and no others. */
export async function followAttachedDocuments(ids: readonly string[]): Promise<void> {
  const before = get()
  set(Object.fromEntries(ids.map((id) => [id, before[id] ?? null])), true)
  await reloadAttachedDocuments()
}

/** Takes the present record of an attached document from the stream. */
export function takeAttachedDocument(document: Document): void {
  if (document.id in get()) set({ [document.id]: document })
}

/** Asks for the attached documents anew; what the stream told meanwhile was not heard. */
export async function reloadAttachedDocuments(): Promise<void> {
  await Promise.all(Object.keys(get()).map(load))
}

/** A document that is attached and will not be read as it is now. */
interface UnreadDocument {
  readonly attachment: AttachmentOf<'document'>
  readonly document: Document
}

/** Those of the documents attached to what is being written that could not be read. */
export function useUnreadDocuments(id: string | null, { attachments }: Draft): readonly UnreadDocument[] {
  const documents = useAttachedDocuments()
  const attached = attachments.filter((each) => each.kind === 'document')
  const ids = attached.map(({ documentId }) => documentId).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: those of another conversation are asked for anew
  useEffect(() => {
    void followAttachedDocuments(ids === '' ? [] : ids.split(' '))
  }, [id ?? newConversation, ids])
  // Where nothing is being written, nothing is followed.
  useEffect(() => () => void followAttachedDocuments([]), [])
  return attached.flatMap((attachment) => {
    const document = documents[attachment.documentId]
    const unread = document?.status === 'error' || document?.status === 'cancelled'
    return unread ? [{ attachment, document }] : []
  })
}

async function load(id: string): Promise<void> {
  // One that is gone by now is told of when the message is sent.
  const document = await loadDocument(id).catch(() => undefined)
  const known = get()[id]
  if (document === undefined || known === undefined) return
  if (known === null || known.updatedAt <= document.updatedAt) set({ [id]: document })
}
