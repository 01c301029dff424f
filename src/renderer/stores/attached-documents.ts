import { useEffect } from 'react'
import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'
import type { AttachmentOf } from '../../shared/run/blocks'
import { type Draft, newConversation, useConversations } from './conversations'
import { loadDocument } from './library'

/** The present records of documents that are attached to what is being written, by id. */
const useAttachedDocuments = create<Readonly<Record<string, Document>>>(() => ({}))

const { setState: set, getState: get } = useAttachedDocuments

/** Takes the present record of an attached document from the stream. */
export function followAttachedDocument(document: Document): void {
  if (get()[document.id] !== undefined || isAttached(document.id)) set({ [document.id]: document })
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
    for (const each of ids === '' ? [] : ids.split(' ')) void load(each)
  }, [id ?? newConversation, ids])
  return attached.flatMap((attachment) => {
    const document = documents[attachment.documentId]
    const unread = document?.status === 'error' || document?.status === 'cancelled'
    return unread ? [{ attachment, document }] : []
  })
}

async function load(id: string): Promise<void> {
  // One that is gone by now is told of when the message is sent.
  const document = await loadDocument(id).catch(() => undefined)
  if (document === undefined) return
  const known = get()[id]
  if (known === undefined || known.updatedAt <= document.updatedAt) set({ [id]: document })
}

function isAttached(id: string): boolean {
  return Object.values(useConversations.getState().drafts).some(({ attachments }) =>
    attachments.some((each) => each.kind === 'document' && each.documentId === id),
  )
}
