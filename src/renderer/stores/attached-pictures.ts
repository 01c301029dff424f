import { create } from 'zustand'
import { attachmentLimit } from '../../shared/contract/conversations'
import { toAppError } from '../../shared/errors'
import type { Attachment, AttachmentOf } from '../../shared/run/blocks'
import { base64Of } from '../app/base64'
import { client } from '../app/client'
import { shrinkPicture } from '../app/shrink-picture'
import { attachmentsText } from '../text/attachments'
import { attach, changeDraft, draftOf, newConversation, useConversations } from './conversations'
import { isDrawn, keepDrawn, loadPicture, pictureBlob } from './pictures'
import { attempt, notify } from './toasts'
import { keepUnsent, letGoOldUnsent, letGoUnsent, picturesOf, unsentPicture } from './unsent-pictures'

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
  const attachment = await drawnFrom(small, title)
  await keepUnsent(attachment.picture.sha256, small)
  return attachment
}

async function drawnFrom(small: Blob, title: string): Promise<AttachmentOf<'image'>> {
  const { picture, bytes } = await client.conversations.drawPicture({ data: await base64Of(small) })
  keepDrawn(picture.sha256, pictureBlob(bytes))
  return { kind: 'image', title, picture }
}

/** Makes the pictures that were attached before a reload ready anew, and says which the browser did not keep. */
export async function restorePictures(): Promise<void> {
  const wanted = new Set<string>()
  for (const [key, { attachments }] of Object.entries(useConversations.getState().drafts)) {
    for (const attachment of attachments) {
      if (attachment.kind !== 'image') continue
      wanted.add(attachment.picture.sha256)
      if (!isDrawn(attachment.picture.sha256)) await restore(key, attachment)
    }
  }
  await letGoOldUnsent(wanted)
}

async function restore(key: string, attachment: AttachmentOf<'image'>): Promise<void> {
  const { title, picture } = attachment
  const put = (anew: AttachmentOf<'image'> | undefined) => {
    const { attachments } = draftOf(useConversations.getState().drafts, key)
    // It may have been sent or taken off meanwhile.
    const others = attachments.map((each) => (each === attachment ? anew : each))
    changeDraft(key, { attachments: others.filter((each) => each !== undefined) })
  }
  try {
    const bytes = await loadAttached(key)(picture.sha256)
    const anew = await drawnFrom(bytes, title)
    if (anew.picture.sha256 === picture.sha256) return
    await keepUnsent(anew.picture.sha256, bytes)
    put(anew)
    await letGoUnsent([picture.sha256])
  } catch (error) {
    // Anything else passes: the picture stays, and the next connection makes it ready.
    if (toAppError(error).code !== 'not_found') throw error
    put(undefined)
    notify({ tone: 'warning', title: attachmentsText().notKept(title) })
  }
}

/** Takes a picture, or what else is attached, off the message that is written. */
export function detach(id: string | null, attachment: Attachment): void {
  const { attachments } = draftOf(useConversations.getState().drafts, id)
  changeDraft(id, { attachments: attachments.filter((other) => other !== attachment) })
  void letGoUnsent(picturesOf([attachment]))
}

/** Gets a picture that is attached in a conversation, or about to be. */
export function loadAttached(id: string | null): (sha256: string) => Promise<Blob> {
  return async (sha256) =>
    (isDrawn(sha256) ? undefined : await unsentPicture(sha256)) ??
    loadPicture({ kind: 'conversation', id: id ?? newConversation }, sha256)
}

function count(key: string, change: number): void {
  useDrawing.setState((drawing) => ({ [key]: (drawing[key] ?? 0) + change }))
}
