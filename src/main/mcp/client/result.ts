import type { CallToolResult } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors'
import { revealAsText } from '../../../shared/reveal-hidden'
import { say } from '../../../shared/sentences/say'
import { startOf } from '../../../shared/start-of'
import type { McpState } from '../../../shared/tool/mcp-state'
import type { Picture } from '../../../shared/tool/picture'
import type { Answer } from '../../../shared/tool/runtime'
import type { Pictures } from '../../pictures/service'
import {
  ERROR_CHARACTERS,
  KEPT_TEXT_CHARACTERS,
  MAX_NAMED,
  MAX_PICTURES,
  MODEL_TEXT_CHARACTERS,
} from './limits'

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
): Promise<Answer<McpState>> {
  const texts: string[] = []
  const images: Picture[] = []
  const links: McpState['links'] = []
  const notTaken: McpState['not_taken'] = []
  const leave = (kind: string, bytes: number) => {
    if (notTaken.length < MAX_NAMED) notTaken.push({ kind: line(kind), bytes })
  }
  for (const block of answer.content) {
    switch (block.type) {
      case 'text':
        texts.push(block.text)
        break
      case 'image': {
        const picture = images.length < MAX_PICTURES ? await drawn(block.data, pictures, signal) : null
        if (picture === null) leave(block.mimeType, bytesOf(block.data))
        else images.push(picture)
        break
      }
      case 'audio':
        leave(block.mimeType, bytesOf(block.data))
        break
      case 'resource_link':
        if (links.length < MAX_NAMED)
          links.push({ name: line(block.title ?? block.name), uri: line(block.uri) })
        break
      case 'resource':
        if ('text' in block.resource) texts.push(block.resource.text)
        else leave(block.resource.mimeType ?? 'resource', bytesOf(block.resource.blob))
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
      : startOf(JSON.stringify(answer.structuredContent, null, 2), KEPT_TEXT_CHARACTERS)
  const text = startOf(whole, KEPT_TEXT_CHARACTERS)
  const state: McpState = {
    server,
    tool,
    text,
    left_out: whole.length - text.length,
    structured,
    pictures: images.length,
    links,
    not_taken: notTaken,
  }
  return {
    content: forModel(state),
    ...(images.length === 0 ? {} : { images }),
    state,
    origin: 'mcp_server',
    sources: [`${server}: ${tool}`],
  }
}

function forModel({ text, structured, links, not_taken: notTaken, pictures }: McpState): string {
  // Servers are asked to say in their text what they say in the structure too; one that does not is told by it.
  const said = text.trim() === '' && structured !== null ? structured : text
  const shown = startOf(said, MODEL_TEXT_CHARACTERS)
  const parts = [
    shown,
    ...(shown.length < said.length ? [`[${said.length - shown.length} more characters are left out]`] : []),
    ...links.map(({ name, uri }) => `[It refers to ${JSON.stringify(name)}: ${JSON.stringify(uri)}]`),
    ...notTaken.map(
      ({ kind, bytes }) => `[It also sent ${bytes} bytes of ${JSON.stringify(kind)}, which were not taken]`,
    ),
  ].filter((part) => part.trim() !== '')
  if (parts.length > 0) return parts.join('\n')
  return pictures > 0 ? 'It answered with pictures alone.' : 'It answered without any content.'
}

async function drawn(
  data: string,
  pictures: Pick<Pictures, 'forModel'>,
  signal: AbortSignal,
): Promise<Picture | null> {
  try {
    return (await pictures.forModel(Buffer.from(data, 'base64'), signal)).picture
  } catch {
    signal.throwIfAborted()
    // What is no picture, or none that can be drawn, is named and not taken.
    return null
  }
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4)
}

function line(text: string): string {
  return startOf(text.replace(/\s+/gu, ' '), LINE_CHARACTERS)
}
