import { z } from 'zod'
import { assertNever } from '../errors'
import { pictureSchema } from '../tool/picture'
import { toolResultSchema } from '../tool/result'

/** What is wrong with a citation: nothing like it was given to the model here, or it does not say what is quoted. */
const citationProblemSchema = z.enum(['not_given', 'words_not_found'])
/** See {@link citationProblemSchema}. */
export type CitationProblem = z.infer<typeof citationProblemSchema>

/** A pointer from an answer into a document of the library. */
export const citationSchema = z.object({
  /** The passage that was given; null where it names none. */
  chunkId: z.string().nullable(),
  /** Null where no document with this title was given. */
  documentId: z.string().nullable(),
  title: z.string(),
  page: z.number().nullable(),
  section: z.string().nullable(),
  /** Character range of the cited passage in the document's extracted text. */
  start: z.number(),
  end: z.number(),
  /** The words that are quoted. */
  quote: z.string(),
  /** Whether it names a passage that this conversation was given and the quoted words are in it. */
  verified: z.boolean(),
  /** Why it is not verified. */
  problem: citationProblemSchema.optional(),
})
/** See {@link citationSchema}. */
export type Citation = z.infer<typeof citationSchema>

/** Where a tool call stands. */
const toolUseStatusSchema = z.enum([
  /** Its arguments are still arriving. */
  'streaming',
  /** Complete, not started. */
  'ready',
  'running',
  /** A proposal waits for a decision. */
  'waiting',
  'done',
  'failed',
  'rejected',
  /** Never run: cut off, stopped, or the run ended first. */
  'not_run',
])
/** See {@link toolUseStatusSchema}. */
export type ToolUseStatus = z.infer<typeof toolUseStatusSchema>

/** Tokens of one turn, or of what a tool had a model do. */
export const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
})
/** See {@link usageSchema}. */
export type Usage = z.infer<typeof usageSchema>

/** A piece of an assistant's message. */
export const blockSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: z.string(),
    citations: z.array(citationSchema),
    /** Set where it says again what the calls before it gave, as they tell models: a window shows their own views. */
    repeats: z.literal(true).optional(),
  }),
  /** `signature` goes back to the model unchanged. */
  z.object({
    type: z.literal('thinking'),
    text: z.string(),
    signature: z.string().optional(),
    /** Thinking that the server keeps to itself; goes back unchanged. */
    redacted: z.string().optional(),
  }),
  z.object({
    type: z.literal('tool_use'),
    toolUseId: z.string(),
    name: z.string(),
    /** The arguments as they arrive; valid JSON only when complete. */
    inputJson: z.string(),
    input: z.unknown().optional(),
    status: toolUseStatusSchema,
    proposalId: z.string().optional(),
    result: toolResultSchema.optional(),
    /** Milliseconds since 1970. */
    startedAt: z.number().optional(),
    durationMs: z.number().optional(),
    /** What the tool had a model do. */
    usage: usageSchema.optional(),
  }),
])
/** See {@link blockSchema}. */
export type Block = z.infer<typeof blockSchema>
/** The tool call among the blocks. */
export type ToolUseBlock = Extract<Block, { type: 'tool_use' }>

/** Why a turn ended, in the Messages API's words. */
export const stopReasonSchema = z.enum([
  'end_turn',
  'tool_use',
  'max_tokens',
  'stop_sequence',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
])
/** See {@link stopReasonSchema}. */
export type StopReason = z.infer<typeof stopReasonSchema>

/** What was read of an attachment when its message was sent, as the tool that reads it answered. */
const read = toolResultSchema.optional()

/** A thing that a person attached to a message. */
export const attachmentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document'), documentId: z.string(), title: z.string() }),
  /** The message is about this document alone. */
  z.object({ kind: z.literal('limit'), documentId: z.string(), title: z.string() }),
  z.object({ kind: z.literal('image'), title: z.string(), picture: pictureSchema }),
  /** A file of a granted folder. */
  z.object({ kind: z.literal('file'), path: z.string(), title: z.string(), read }),
  /** A page of a document of the library; counted from 1. */
  z.object({
    kind: z.literal('page'),
    documentId: z.string(),
    title: z.string(),
    page: z.number().int().min(1),
    read,
  }),
  z.object({ kind: z.literal('note'), noteId: z.string(), title: z.string(), read }),
  /** A person or an organization. */
  z.object({ kind: z.literal('contact'), contactId: z.string(), title: z.string(), read }),
  z.object({ kind: z.literal('task'), taskId: z.string(), title: z.string(), read }),
])
/** See {@link attachmentSchema}. */
export type Attachment = z.infer<typeof attachmentSchema>
/** An attachment of one kind. */
export type AttachmentOf<Kind extends Attachment['kind']> = Extract<Attachment, { kind: Kind }>

/** What an attachment is called, with the page where it is one. */
export function attachmentName(attachment: Attachment): string {
  return attachment.kind === 'page' ? `${attachment.title}, p. ${attachment.page}` : attachment.title
}

/** Whether a message has words, or anything attached that can stand without them. */
export function saysSomething(message: {
  readonly text: string
  readonly attachments: readonly Attachment[]
}): boolean {
  return message.text.trim() !== '' || message.attachments.some(({ kind }) => kind !== 'limit')
}

/** The words of a message, or the names of what is attached where it has none. */
export function messageName({
  text,
  attachments,
}: {
  readonly text: string
  readonly attachments: readonly Attachment[]
}): string {
  if (text.trim() !== '') return text
  return attachments
    .filter(({ kind }) => kind !== 'limit')
    .map(attachmentName)
    .join(', ')
}

/** The document that a message is about alone, among what is attached to it. */
export function limitIn(attachments: readonly Attachment[]): AttachmentOf<'limit'> | undefined {
  return attachments.find((attachment) => attachment.kind === 'limit')
}

/** An attachment as a page says it: what was read of it is main's to know, and may be more than a message holds. */
export function withoutRead(attachment: Attachment): Attachment {
  if (!('read' in attachment)) return attachment
  const { read: _, ...rest } = attachment
  return rest
}

/** What an attachment is, without what was read of it: two with the same key are the same thing. */
export function attachmentKey(attachment: Attachment): string {
  const { kind } = attachment
  switch (kind) {
    case 'document':
    case 'limit':
      return `${kind} ${attachment.documentId}`
    case 'image':
      return `${kind} ${attachment.picture.sha256}`
    case 'file':
      return `${kind} ${attachment.path}`
    case 'page':
      return `${kind} ${attachment.documentId} ${attachment.page}`
    case 'note':
      return `${kind} ${attachment.noteId}`
    case 'contact':
      return `${kind} ${attachment.contactId}`
    case 'task':
      return `${kind} ${attachment.taskId}`
    default:
      return assertNever(kind)
  }
}
