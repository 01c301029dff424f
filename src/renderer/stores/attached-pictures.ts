import { create } from 'zustand'
import { attachmentLimit } from '../../shared/contract/conversations'
import { type AppError, type ErrorCode, toAppError } from '../../shared/errors'
import type { Attachment, AttachmentOf } from '../../shared/run/blocks'
import { base64Of } from '../app/base64'
import { client } from '../app/client'
import { shrinkPicture } from '../app/shrink-picture'
import { attachmentsText } from '../text/attachments'
import {
  attach,
  changeDraft,
  draftOf,
  draftPictures,
  newConversation,
  useConversations,
} from './conversations'
import { dropDraftIfGone } from './gone-drafts'
import { isDrawn, keepDrawn, loadPicture, pictureBlob } from './pictures'
import { attempt, notify } from './toasts'
import {
  claimUnsent,
  keepUnsent,
  letGoOldUnsent,
  letGoUnsent,
  picturesOf,
  unsentPicture,
} from './unsent-pictures'

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
    attached += attach(id, [picture])
  }
  return attached
}

async function drawn(file: File): Promise<AttachmentOf<'image'>> {
  const title = file.name
  const small = await shrinkPicture(file, title)
  const attachment = await drawnFrom(small, title)
  // Nothing waits for it: a browser may never answer, and the picture is on the page meanwhile.
  void keepUnsent(attachment.picture.sha256, small, draftPictures())
  return attachment
}

async function drawnFrom(small: Blob, title: string): Promise<AttachmentOf<'image'>> {
  const { picture, bytes } = await client.conversations.drawPicture({ data: await base64Of(small) })
  keepDrawn(picture.sha256, pictureBlob(bytes))
  return { kind: 'image', title, picture }
}

/** What the core says of a picture that it won’t take, however often it is asked. */
const refusals: ReadonlySet<ErrorCode> = new Set(['not_found', 'unsupported', 'too_large', 'corrupt'])

let restoring: Promise<void> | null = null

/**
 * Makes the pictures that were attached before a reload ready anew, and says which could not be kept; joins what is
 * under way. Throws what else failed once the others are ready, a lost connection at once.
 */
export function restorePictures(): Promise<void> {
  restoring ??= restoreAll().finally(() => {
    restoring = null
  })
  return restoring
}

async function restoreAll(): Promise<void> {
  const failures: AppError[] = []
  try {
    await claimUnsent(draftPictures())
    for (const key of Object.keys(useConversations.getState().drafts)) {
      await unlessLost(dropDraftIfGone(key), failures)
      for (const attachment of draftOf(useConversations.getState().drafts, key).attachments) {
        if (attachment.kind !== 'image' || isDrawn(attachment.picture.sha256)) continue
        await unlessLost(restore(key, attachment), failures)
      }
    }
  } finally {
    await letGoOldUnsent(draftPictures())
  }
  if (failures[0] !== undefined) throw failures[0]
}

/** Goes on after what failed by itself; after a lost connection the next one begins anew. */
async function unlessLost(work: Promise<void>, failures: AppError[]): Promise<void> {
  try {
    await work
  } catch (error) {
    const failure = toAppError(error)
    if (failure.code === 'unavailable') throw failure
    failures.push(failure)
  }
}

async function restore(key: string, attachment: AttachmentOf<'image'>): Promise<void> {
  const { title, picture } = attachment
  /** Answers false where it was sent or taken off meanwhile. */
  const put = (anew: AttachmentOf<'image'> | undefined) => {
    const { attachments } = draftOf(useConversations.getState().drafts, key)
    if (!attachments.includes(attachment)) return false
    const others = attachments.map((each) => (each === attachment ? anew : each))
    changeDraft(key, { attachments: others.filter((each) => each !== undefined) })
    return true
  }
  try {
    const bytes = await loadAttached(key)(picture.sha256)
    const anew = await drawnFrom(bytes, title)
    if (anew.picture.sha256 === picture.sha256 || !put(anew)) return
    await keepUnsent(anew.picture.sha256, bytes, draftPictures())
  } catch (error) {
    // Anything else passes: the picture stays, and the next connection makes it ready.
    if (!refusals.has(toAppError(error).code)) throw error
    if (put(undefined)) notify({ tone: 'warning', title: attachmentsText().notKept(title) })
  }
  await letGoUnsent([picture.sha256], draftPictures())
}

/** Takes a picture, or what else is attached, off the message that is written. */
export function detach(id: string | null, attachment: Attachment): void {
  const { attachments } = draftOf(useConversations.getState().drafts, id)
  changeDraft(id, { attachments: attachments.filter((other) => other !== attachment) })
  void letGoUnsent(picturesOf([attachment]), draftPictures())
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
