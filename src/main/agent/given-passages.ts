import { z } from 'zod'
import { type Passage, passageSchema, quotedSentenceSchema } from '../../shared/contract/passages'
import type { Message } from '../../shared/run/state'
import type { ToolResult } from '../../shared/tool/result'
import type { GivenPassage } from '../model/check-citation'

const searchStateSchema = z.object({ results: z.array(passageSchema) })
const sentencesStateSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  chunks: z.array(quotedSentenceSchema),
})
const readStateSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  text: z.string(),
  start: z.number(),
  places: z.array(z.object({ page: z.number(), start: z.number(), end: z.number(), at: z.number() })),
})

/**
 * All words of the library that messages give, in their order: passages of searches, sentences of summaries, what was
 * read of documents, and attached pages. An answer can cite nothing else.
 */
export function passagesOfMessages(messages: readonly Message[]): readonly GivenPassage[] {
  return messages.flatMap(resultsOf).flatMap(passagesOfResult)
}

function resultsOf(message: Message): readonly ToolResult[] {
  if (message.role === 'user') {
    return message.attachments.flatMap((attachment) =>
      attachment.kind === 'page' && attachment.read !== undefined ? [attachment.read] : [],
    )
  }
  return message.blocks.flatMap((block) =>
    block?.type === 'tool_use' && block.result !== undefined ? [block.result] : [],
  )
}

/** Only the library's own tools tell what stands in its documents; the shape tells which kind of answer it is. */
function passagesOfResult(result: ToolResult): readonly GivenPassage[] {
  if (!result.success || result.origin !== 'library') return []
  const search = searchStateSchema.safeParse(result.state)
  if (search.success) return search.data.results
  const sentences = sentencesStateSchema.safeParse(result.state)
  if (sentences.success) {
    const { document_id, title, chunks } = sentences.data
    return chunks.map(({ sentence, ...chunk }) => ({ ...chunk, document_id, title, text: sentence }))
  }
  const read = readStateSchema.safeParse(result.state)
  return read.success ? piecesOf(read.data) : []
}

/** The same as passages of a search that all fit alike. */
export function asPassages(result: ToolResult): readonly Passage[] {
  return passagesOfResult(result).map((given) => ({ ...given, score: 1, similarity: 1 }))
}

function piecesOf({
  document_id,
  title,
  text,
  start,
  places,
}: z.infer<typeof readStateSchema>): GivenPassage[] {
  const piece = { document_id, title }
  if (places.length === 0) {
    const end = start + text.length
    return [{ ...piece, chunk_id: `${document_id}@${start}-${end}`, start, end, text }]
  }
  return places.map(({ page, start: from, end, at }) => ({
    ...piece,
    chunk_id: `${document_id}@${from}-${end}`,
    page,
    start: from,
    end,
    text: text.slice(at, at + end - from),
  }))
}
