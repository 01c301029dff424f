import { create } from 'zustand'
import { attachmentLimit } from '../../shared/contract/conversations'
import type { AttachmentOf } from '../../shared/run/blocks'
import { base64Of } from '../app/base64'
import { client } from '../app/client'
import { shrinkPicture } from '../app/shrink-picture'
import { attachmentsText } from '../text/attachments'
import { attach, draftOf, newConversation, useConversations } from './conversations'
import { keepDrawn, loadPicture, pictureBlob } from './pictures'
import { attempt, notify } from './toasts'

/** By conversation: pictures that are being made ready for its next message. */
export const useDrawing = create<Readonly<Record<string, number>>>(() => ({}))

/** Attaches pictures to what is written; what can't be is told of, each by itself. Answers how many were. */
export async function attachPictures(id: string | null, files: readonly File[]): Promise<number> {
  const key = id ?? newConversation
  const room = attachmentLimit - draftOf(useConversations.getState().drafts, id).attachments.length
  if (files.length > room) notify({ tone: 'info', title: attachmentsText().tooMany(attachmentLimit) })
  const taken = files.slice(0, Math.max(0, room))
  count(key, taken.length)
  let attached = 0
  for (const file of taken) {
    // One after the other: each takes memory while it is decoded.
    const picture = await attempt(drawn(file))
    count(key, -1)
    if (picture === undefined) continue
    attach(id, [picture])
    attached++
  }
  return attached
}

async function drawn(file: File): Promise<AttachmentOf<'image'>> {
  const title = file.name
  const small = await shrinkPicture(file, title)
  const { picture, bytes } = await client.conversations.drawPicture({ data: await base64Of(small) })
  keepDrawn(picture.sha256, pictureBlob(bytes))
  return { kind: 'image', title, picture }
}

/** Gets a picture that is attached in a conversation, or about to be. */
export function loadAttached(id: string | null): (sha256: string) => Promise<Blob> {
  return (sha256) => loadPicture({ kind: 'conversation', id: id ?? newConversation }, sha256)
}

function count(key: string, change: number): void {
  useDrawing.setState((drawing) => ({ [key]: (drawing[key] ?? 0) + change }))
}
