import type { BetaContextManagementConfig } from '@anthropic-ai/sdk/resources/beta/messages'
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { Passage } from '../../../shared/contract/passages'
import type { ServerFeatures } from '../../../shared/contract/settings'
import { assertNever } from '../../../shared/errors'
import { citationLabel, citationText } from '../../../shared/run/citation-text'
import type { Picture } from '../../../shared/tool/picture'
import type { ModelBlock, ModelMessage, ModelRequest, ThinkingWish } from '../port'
import { type Range, splitSentences } from '../sentences'
import { contextManagementOf } from './context-editing'
import { pictureNotSent, type SentPictures } from './request-pictures'
import { calledName } from './tool-name'

type MessageParam = MessageCreateParamsStreaming['messages'][number]
type ContentParam = Exclude<MessageParam['content'], string>[number]

/** The longest title of a document that the API takes, in characters. */
const longestTitle = 500

const keptForMinutes = { type: 'ephemeral' as const }

/** A passage as it was sent: which range of its text each block holds. */
export interface SentPassage {
  readonly passage: Passage
  readonly blocks: readonly Range[]
}

/** A request in the wire's form, with the passages in the order in which the server counts them. */
export interface WireRequest {
  readonly params: MessageCreateParamsStreaming
  /** Beside the parameters, because only a part of the servers takes it; null where it is not to be sent. */
  readonly contextManagement: BetaContextManagementConfig | null
  readonly passages: readonly SentPassage[]
}

/** Puts a request into the wire's form. */
export function toWire(
  request: ModelRequest,
  model: string,
  features: ServerFeatures,
  pictures: SentPictures = new Map(),
): WireRequest {
  const passages: SentPassage[] = []
  const sending: Sending = { features, passages, pictures }
  const sendTools = request.tools.length > 0 && (request.withoutTools !== true || features.toolChoice)
  const cached = features.promptCaching && request.cached !== false
  const params: MessageCreateParamsStreaming = {
    model,
    max_tokens: request.maxTokens,
    stream: true,
    system: systemParam(request.system.toWellFormed(), cached),
    messages: request.messages.map((message) => messageParam(message, sending)),
    // The end of the history: the next turn goes on from there.
    ...(cached ? { cache_control: keptForMinutes } : {}),
    ...(sendTools
      ? {
          tools: request.tools.map((tool, index) => ({
            name: tool.name,
            description: tool.description,
            input_schema: { ...tool.inputSchema, type: 'object' as const },
            // Another assistant, folder or day changes the system text alone.
            ...(cached && index === request.tools.length - 1 ? { cache_control: keptForMinutes } : {}),
          })),
        }
      : {}),
    ...thinkingParams(request.thinking ?? {}, features, request.maxTokens),
    ...(sendTools && request.withoutTools === true ? { tool_choice: { type: 'none' as const } } : {}),
  }
  return { params, contextManagement: contextManagementOf(request, features), passages }
}

/** Other conversations begin with the same system text: they can only read what was kept at its end. */
function systemParam(text: string, cached: boolean): MessageCreateParamsStreaming['system'] {
  return cached && text.trim() !== '' ? [{ type: 'text', text, cache_control: keptForMinutes }] : text
}

function thinkingParams(
  { thinking: wish = 'default', effort = 'default' }: Partial<ThinkingWish>,
  features: ServerFeatures,
  maxTokens: number,
): Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config'> {
  return {
    ...(wish === 'off' && features.thinking !== 'none' ? { thinking: { type: 'disabled' } } : {}),
    ...(wish === 'on' && features.thinking === 'adaptive'
      ? { thinking: { type: 'adaptive', display: 'summarized' } }
      : {}),
    // Half of the answer's room, so that as much is left for the answer.
    ...(wish === 'on' && features.thinking === 'enabled'
      ? { thinking: { type: 'enabled', budget_tokens: Math.floor(maxTokens / 2) } }
      : {}),
    ...(features.effort && effort !== 'default' ? { output_config: { effort } } : {}),
  }
}

/** What a request may hold, and what it is found to hold on the way. */
interface Sending {
  readonly features: ServerFeatures
  readonly pictures: SentPictures
  readonly passages: SentPassage[]
}

function messageParam(message: ModelMessage, sending: Sending): MessageParam {
  return {
    role: message.role,
    content: message.content.flatMap((block) => blockParam(block, sending)),
  }
}

function blockParam(block: ModelBlock, sending: Sending): ContentParam | ContentParam[] {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text.toWellFormed() }
    case 'image':
      return pictureParam(block.picture, sending)
    case 'passages':
      return passageParams(block.passages, sending)
    case 'thinking':
      if (block.redacted !== undefined) return { type: 'redacted_thinking', data: block.redacted }
      return { type: 'thinking', thinking: block.text, signature: block.signature ?? '' }
    case 'tool_use':
      return {
        type: 'tool_use',
        id: block.toolUseId,
        name: calledName(block.name),
        input: wellFormed(block.input),
      }
    case 'tool_result':
      return {
        type: 'tool_result',
        tool_use_id: block.toolUseId,
        content: resultContent(block, sending),
        ...(block.isError ? { is_error: true } : {}),
      }
    default:
      return assertNever(block)
  }
}

/** JSON without half characters, which servers refuse: an answer that broke off, or a cut text, may end within one. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.toWellFormed(), wellFormed(each)]),
  )
}

function resultContent(block: Extract<ModelBlock, { type: 'tool_result' }>, sending: Sending) {
  const found = block.passages ?? []
  if (found.length === 0) return withPictures({ ...block, content: block.content.toWellFormed() }, sending)
  return citable(found, sending) ?? passagesAsText(found)
}

function passageParams(found: readonly Passage[], sending: Sending): ContentParam[] {
  return citable(found, sending) ?? [{ type: 'text', text: passagesAsText(found) }]
}

/** Passages as blocks that a citation can point into; null where the server has none. */
function citable(found: readonly Passage[], sending: Sending) {
  const sent = sentPassages(found, sending)
  switch (sending.features.citations) {
    case 'search_results':
      return searchResults(sent)
    case 'documents':
      return documents(sent)
    case 'none':
      return null
    default:
      return assertNever(sending.features.citations)
  }
}

function sentPassages(found: readonly Passage[], { passages }: Sending): readonly SentPassage[] {
  const sent = found.map((passage) => ({ passage, blocks: blocksOf(passage) }))
  passages.push(...sent)
  return sent
}

function searchResults(sent: readonly SentPassage[]) {
  return sent.map(({ passage, blocks }) => ({
    type: 'search_result' as const,
    source: sourceOf(passage),
    title: titleOf(passage),
    content: citableBlocks(passage, blocks),
    citations: { enabled: true },
  }))
}

function documents(sent: readonly SentPassage[]) {
  return sent.map(({ passage, blocks }) => ({
    type: 'document' as const,
    source: { type: 'content' as const, content: citableBlocks(passage, blocks) },
    title: titleOf(passage),
    citations: { enabled: true },
  }))
}

function titleOf(passage: Passage): string {
  return citationLabel(passage.title, passage).slice(0, longestTitle).toWellFormed()
}

function citableBlocks({ text }: Passage, blocks: readonly Range[]) {
  return blocks.map(({ start, end }) => ({ type: 'text' as const, text: text.slice(start, end) }))
}

/** Text and pictures; text alone where there is none. */
function withPictures(
  { content, images = [] }: Extract<ModelBlock, { type: 'tool_result' }>,
  sending: Sending,
) {
  const { features } = sending
  if (images.length === 0) return content
  if (!features.images) return [content, ...images.map((image) => pictureNotSent(image, features))].join('\n')
  return [{ type: 'text' as const, text: content }, ...images.map((image) => pictureParam(image, sending))]
}

/** A picture, or what is said in its place. */
function pictureParam(picture: Picture, { features, pictures }: Sending) {
  const data = pictures.get(picture.sha256)
  if (data === undefined) return { type: 'text' as const, text: pictureNotSent(picture, features) }
  return {
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: picture.mediaType, data },
  }
}

/** The address under which a passage is sent, and named again by what cites it. */
export function sourceOf(passage: Passage): string {
  return `countersign:document/${passage.document_id}/${passage.chunk_id}`
}

/** One block per sentence: a block is the least that a server can cite. */
function blocksOf(passage: Passage): readonly Range[] {
  const sentences = splitSentences(passage.text)
  return sentences.length > 0 ? sentences : [{ start: 0, end: passage.text.length }]
}

function passagesAsText(passages: readonly Passage[]): string {
  const list = passages.map((passage, index) => {
    const inSection =
      passage.page === undefined || passage.section === undefined ? '' : ` (${passage.section})`
    return `[${index + 1}] ${citationLabel(passage.title, passage)}${inSection}:\n${passage.text}`
  })
  const first = passages[0]
  const example = first === undefined ? '' : ` For example: ${citationText(first.title, first)}.`
  return `${list.join('\n\n')}\n\nCite what you use as [Title, p. N] right after the statement, with the title and place given above.${example}`
}
