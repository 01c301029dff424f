import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { McpServerDraft } from '../../../src/shared/contract/mcp-servers'

/** A tool as the fixture's server offers it. */
export interface FixtureTool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, unknown>>
}

/** What the fixture's server does. */
export interface FixtureMcp {
  readonly tools?: readonly FixtureTool[]
  /** So many tools without a word about them, instead of those. */
  readonly many?: number
  /** Ends at once with this code. */
  readonly exit?: number
  /** Takes nothing more once it has answered the handshake, and ends a moment later with this code. */
  readonly deaf?: number
  /** A line on its output that is no message. */
  readonly garbage?: string
  /** Never answers the handshake. */
  readonly silent?: boolean
  readonly stderr?: string
  /** Does not end when its input does. */
  readonly stays?: boolean
}

/** A tool that answers with its arguments. */
export const tideTool: FixtureTool = {
  name: 'tide_of_day',
  title: 'Tide of a day',
  description: 'Tells the tides of a harbour.',
  inputSchema: {
    type: 'object',
    properties: { harbour: { type: 'string' }, day: { type: 'integer', minimum: 1 } },
    required: ['harbour'],
  },
  annotations: { readOnlyHint: true },
}

/** A server as a program, whose behaviour is written to a file beside it. */
export function fixtureMcp(folder: string, name: string, first: FixtureMcp) {
  const [wants, calls] = [join(folder, `${name}.json`), join(folder, `${name}.calls`)]
  const behave = (now: FixtureMcp): void => {
    const tools = now.tools?.map((tool) => ({ inputSchema: { type: 'object' }, ...tool }))
    writeFileSync(wants, JSON.stringify({ ...now, ...(tools === undefined ? {} : { tools }) }))
  }
  behave(first)
  writeFileSync(calls, '')
  const told = (): Record<string, unknown>[] =>
    readFileSync(calls, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const draft: McpServerDraft = {
    name,
    callSeconds: 60,
    connection: {
      kind: 'command',
      program: process.execPath,
      arguments: [join(import.meta.dirname, 'server.mjs')],
      folder,
      variables: [
        { name: 'FIXTURE', value: wants },
        { name: 'FIXTURE_CALLS', value: calls },
        { name: 'TIDE_TOKEN', value: 'very-secret-tide' },
      ],
    },
  }
  return {
    draft,
    behave,
    told,
    /** What it was called with. */
    calls: () => told().filter((line) => 'call' in line),
    /** The process ids of every time that it was started. */
    starts: () => told().flatMap(({ started }) => (typeof started === 'number' ? [started] : [])),
  }
}
