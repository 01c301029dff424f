import type { CallToolResult } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors'
import { inexactIn } from '../../../shared/json/exact-number'
import { say } from '../../../shared/sentences/say'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { startOf } from '../../../shared/text/start-of'
import type { ForeignState } from '../../../shared/tool/foreign-state'
import type { Picture } from '../../../shared/tool/picture'
import type { Answer } from '../../../shared/tool/runtime'
import {
  drawnPicture,
  ERROR_CHARACTERS,
  KEPT_TEXT_CHARACTERS,
  laidOutData,
  toldToModel,
} from '../../agent/foreign-answer'
import type { Pictures } from '../../pictures/service'
import { MAX_NAMED, MAX_PICTURES } from './limits'

/** Characters of a name or an address in a result. */
const LINE_CHARACTERS = 500

/** Who answered. */
interface Whose {
  readonly server: string
  readonly tool: string
}

/** Turns a server's answer into one of a tool; throws where the server says that it failed. */
export async function answerOf(
  answer: CallToolResult,
  { server, tool }: Whose,
  { pictures, signal }: { readonly pictures: Pick<Pictures, 'forModel'>; readonly signal: AbortSignal },
): Promise<Answer<ForeignState>> {
  const texts: string[] = []
  const images: Picture[] = []
  const links: ForeignState['links'] = []
  const notTaken: ForeignState['not_taken'] = []
  const leave = (kind: string, bytes: number) => {
    if (notTaken.length < MAX_NAMED) notTaken.push({ kind: line(kind), bytes })
  }
  for (const block of answer.content) {
    switch (block.type) {
      case 'text':
        texts.push(block.text)
        break
      case 'image': {
        const picture =
          images.length < MAX_PICTURES
            ? await drawnPicture(Buffer.from(block.data, 'base64'), pictures, signal)
            : null
        if (picture === null) leave(block.mimeType, decodedBytes(block.data))
        else images.push(picture)
        break
      }
      case 'audio':
        leave(block.mimeType, decodedBytes(block.data))
        break
      case 'resource_link':
        if (links.length < MAX_NAMED)
          links.push({ name: line(block.title ?? block.name), uri: line(block.uri) })
        break
      case 'resource':
        if ('text' in block.resource) texts.push(block.resource.text)
        else leave(block.resource.mimeType ?? 'resource', decodedBytes(block.resource.blob))
        break
      default:
        leave('unknown', 0)
    }
  }
  const whole = texts.join('\n')
  if (answer.isError === true) {
    const text = startOf(revealAsText(whole.trim()), ERROR_CHARACTERS) || '–'
    throw new AppError('unavailable', say('mcp.failed', { server, text }))
  }
  const structured =
    answer.structuredContent === undefined
      ? null
      : (laidOutData(answer.structuredContent) ?? badAnswer(server))
  // What was read of a message has no digits left to tell.
  const rounded = inexactIn(answer.structuredContent).length > 0
  const text = startOf(whole, KEPT_TEXT_CHARACTERS)
  const state: ForeignState = {
    server,
    tool,
    text,
    left_out: whole.length - text.length,
    structured,
    ...(rounded ? { rounded } : {}),
    pictures: images.length,
    links,
    not_taken: notTaken,
  }
  return {
    content: toldToModel(state),
    ...(images.length === 0 ? {} : { images }),
    state,
    origin: 'mcp_server',
    sources: [`${server}: ${tool}`],
  }
}

function badAnswer(server: string): never {
  throw new AppError('unavailable', say('mcp.bad_answer', { server }))
}

function decodedBytes(base64: string): number {
  return Math.floor((base64.length * 3) / 4)
}

function line(text: string): string {
  return startOf(text.replace(/\s+/gu, ' '), LINE_CHARACTERS)
}
