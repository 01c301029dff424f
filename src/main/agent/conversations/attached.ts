import type { Actor } from '../../../shared/actor'
import { AppError, assertNever } from '../../../shared/errors'
import { type Attachment, type AttachmentOf, attachmentKey } from '../../../shared/run/blocks'
import type { RunEventBody } from '../../../shared/run/events'
import { say } from '../../../shared/sentences/say'
import { wordsOf } from '../../../shared/sentences/sentence'
import type { Picture } from '../../../shared/tool/picture'
import type { ToolResult } from '../../../shared/tool/result'
import type { Database } from '../../db/open'
import { readPictureHeader } from '../../pictures/header'
import { modelPictureEdge } from '../../pictures/service'
import type { Gate } from '../../services/gate'
import { noteTaint, type TaintPlace } from '../policy/taint'
import type { Recorder } from '../runs/recorder'

/** Bytes of a stored picture; throws where it is gone. */
export type ReadStored = (sha256: string) => Promise<Uint8Array>

/** What attachments are looked at with. */
export interface AttachedParts {
  readonly db: Database
  readonly gate: Pick<Gate, 'call'>
  readonly now: () => Date
  /** Throws where it is gone. */
  readonly readPicture: ReadStored
}

/** The run that is given what is read. */
interface AttachedPlace {
  readonly conversationId: string
  readonly runId: string
  readonly actor: Actor
}

/** Characters of a note that go with a message: as many as one reading gives, and what is left can be read. */
const attachedNoteCharacters = 50_000

/** Looks at what a page says is attached, before it is stored. */
export function createAttaching(parts: AttachedParts) {
  return {
    /** Messages with their attachments as they are stored; `kept` are those of the message that they take the place of. */
    async admitAll(
      bodies: readonly RunEventBody[],
      { conversationId, runId }: Pick<Recorder, 'conversationId' | 'runId'>,
      actor: Actor,
      kept: readonly Attachment[] = [],
    ): Promise<RunEventBody[]> {
      const place = { conversationId, runId, actor }
      return Promise.all(
        bodies.map(async (body) =>
          isWritten(body)
            ? { ...body, attachments: await admitAttachments(parts, body.attachments, place, kept) }
            : body,
        ),
      )
    },
    /** Remembers that a run is given pictures: who wrote what is to be read in them, nobody knows. */
    note(bodies: readonly RunEventBody[], { runId, conversationId }: TaintPlace): void {
      const pictures = bodies.filter(isWritten).flatMap(({ attachments }) => attachments)
      const sources = pictures.filter(({ kind }) => kind === 'image').map(({ title }) => title)
      noteTaint(parts, { runId, conversationId }, 'attachment', { origin: 'outside', sources })
    },
  }
}

/** See {@link createAttaching}. */
export type Attaching = ReturnType<typeof createAttaching>

/** Whether an event is a message of a person. */
export function isWritten(
  body: RunEventBody,
): body is Extract<RunEventBody, { type: 'user_message' | 'message_queued' }> {
  return body.type === 'user_message' || body.type === 'message_queued'
}

/** Whether pages of the library are attached to it. */
export function hasPage({ attachments }: { readonly attachments: readonly Attachment[] }): boolean {
  return attachments.some(({ kind }) => kind === 'page')
}

/**
 * What is stored of what a page says is attached: nothing of it is believed. Files, pages and notes are read here, through
 * the gate, for the run that is given them; those that the message had before it was edited (`kept`) stay as they
 * were read. Throws, with nothing sent, where one of them can't be had.
 */
async function admitAttachments(
  parts: AttachedParts,
  sent: readonly Attachment[],
  place: AttachedPlace,
  kept: readonly Attachment[],
): Promise<Attachment[]> {
  const before = new Map(kept.map((attachment) => [attachmentKey(attachment), attachment]))
  const admitted: Attachment[] = []
  for (const attachment of sent) {
    admitted.push(before.get(attachmentKey(attachment)) ?? (await admit(parts, attachment, place)))
  }
  return admitted
}

async function admit(
  parts: AttachedParts,
  attachment: Attachment,
  place: AttachedPlace,
): Promise<Attachment> {
  switch (attachment.kind) {
    case 'document':
    case 'limit':
      return attachment
    case 'image':
      return { ...attachment, picture: await storedPicture(parts.readPicture, attachment) }
    case 'file': {
      const { kind, path, title } = attachment
      const read = await readFor(parts, place, title, 'read_file', { path })
      // What the view would show stands in the content too.
      return { kind, path, title, read: { ...read, state: null } }
    }
    case 'page': {
      const { kind, documentId, title, page } = attachment
      const input = { doc_id: documentId, from_page: page, to_page: page }
      return {
        kind,
        documentId,
        title,
        page,
        read: await readFor(parts, place, title, 'read_document', input),
      }
    }
    case 'note': {
      const { kind, noteId, title } = attachment
      const input = { note_id: noteId, length: attachedNoteCharacters }
      const read = await readFor(parts, place, title, 'read_note', input)
      // What the view would show stands in the content too.
      return { kind, noteId, title, read: { ...read, state: null } }
    }
    case 'contact': {
      const { kind, contactId, title } = attachment
      const read = await readFor(parts, place, title, 'read_contact', { contact_id: contactId })
      return { kind, contactId, title, read: { ...read, state: null } }
    }
    case 'task': {
      const { kind, taskId, title } = attachment
      const read = await readFor(parts, place, title, 'read_task', { task_id: taskId })
      return { kind, taskId, title, read: { ...read, state: null } }
    }
    default:
      return assertNever(attachment)
  }
}

/** A picture by its hash, with what its bytes say of it; throws for what was not drawn for a model. */
async function storedPicture(
  readPicture: ReadStored,
  { title, picture: { sha256 } }: AttachmentOf<'image'>,
): Promise<Picture> {
  const bytes = await readPicture(sha256).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    throw new AppError('not_found', say('attached.picture_gone', { title }), {
      field: 'attachments',
      cause: error,
    })
  })
  const header = readPictureHeader(bytes)
  if (header === null || Math.max(header.width, header.height) > modelPictureEdge) {
    throw new AppError('invalid_input', say('attached.not_sent', { title }), {
      field: 'attachments',
    })
  }
  const { mediaType, width, height } = header
  return { sha256, mediaType, width, height, size: bytes.length }
}

/** What a tool reads for the person who attached it: it refuses where it would have to ask. */
async function readFor(
  { gate }: AttachedParts,
  { actor, runId, conversationId }: AttachedPlace,
  title: string,
  tool: string,
  input: object,
): Promise<ToolResult> {
  const outcome = await gate.call({
    ...{ tool, input, actor, runId, conversationId },
    approval: null,
    toolUseId: null,
    signal: new AbortController().signal,
    asks: false,
  })
  if (outcome.status === 'done' && outcome.result.success) return outcome.result
  const error = outcome.status === 'done' ? outcome.result.error : undefined
  throw new AppError(
    error?.code ?? 'denied',
    say('attached.refused', { title, why: error === undefined ? '' : wordsOf(error) }),
    { field: 'attachments' },
  )
}
