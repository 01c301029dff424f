import { z } from 'zod'
import { type McpServer, type McpServerDraft, mcpServerLimits } from '../../../shared/contract/mcp-servers'
import { parsedJson } from '../../../shared/json/parsed-json'
import { isSamePlace } from '../../../shared/web/same-place'
import { changedFields } from '../../stores/changed-fields'
import type { SecretRow } from '../secret-rows'

/** What is typed of a server; both ways to reach it, so that nothing is lost by looking at the other. */
export interface ServerFields {
  readonly name: string
  readonly kind: 'command' | 'address'
  readonly program: string
  /** One a line. */
  readonly arguments: string
  readonly folder: string
  readonly variables: readonly SecretRow[]
  readonly url: string
  readonly headers: readonly SecretRow[]
  readonly seconds: string
}

const empty: ServerFields = {
  name: '',
  kind: 'command',
  program: '',
  arguments: '',
  folder: '',
  variables: [],
  url: '',
  headers: [],
  seconds: String(mcpServerLimits.usualSeconds),
}

/** The form for a server, or an empty one. */
export function fieldsOf(server: McpServer | null): ServerFields {
  if (server === null) return empty
  const { name, connection, callSeconds } = server
  const kept = (names: readonly string[]) =>
    names.map((each, id) => ({ id, name: each, value: '', kept: true }))
  const common = { ...empty, name, kind: connection.kind, seconds: String(callSeconds) }
  return connection.kind === 'command'
    ? {
        ...common,
        program: connection.program,
        arguments: connection.arguments.join('\n'),
        folder: connection.folder,
        variables: kept(connection.variables),
      }
    : { ...common, url: connection.url, headers: kept(connection.headers) }
}

/** What a form stands for; a number of seconds outside its limits becomes the nearest one. */
export function draftOf(fields: ServerFields): McpServerDraft {
  const { leastSeconds, mostSeconds, usualSeconds } = mcpServerLimits
  const seconds = Math.round(Number(fields.seconds.trim())) || usualSeconds
  const secrets = (given: readonly SecretRow[]) =>
    given
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value, kept }) => (kept && value === '' ? { name } : { name, value }))
  return {
    name: fields.name.trim(),
    callSeconds: Math.min(mostSeconds, Math.max(leastSeconds, seconds)),
    connection:
      fields.kind === 'command'
        ? {
            kind: 'command',
            program: fields.program,
            arguments: fields.arguments === '' ? [] : fields.arguments.split('\n'),
            folder: fields.folder,
            variables: secrets(fields.variables),
          }
        : { kind: 'address', url: fields.url, headers: secrets(fields.headers) },
  }
}

/** Whether the same is typed. */
export function isSame(fields: ServerFields, others: ServerFields): boolean {
  return JSON.stringify(fields) === JSON.stringify(others)
}

/**
 * What was written on top of a newer state of the server. Values that were given to that state are asked for again where
 * what is written now would give them to another one.
 */
export function writtenOnTop(base: McpServer, now: McpServer, written: ServerFields): ServerFields {
  const theirs = fieldsOf(now)
  const fields = { ...theirs, ...changedFields(fieldsOf(base), written) }
  if (base.configurationHash === now.configurationHash || isReachedAlike(fields, theirs)) return fields
  const asked = (rows: readonly SecretRow[]) =>
    rows.map((row) => (row.kept && row.value === '' ? { ...row, kept: false, asked: true } : row))
  return { ...fields, variables: asked(fields.variables), headers: asked(fields.headers) }
}

function isReachedAlike(fields: ServerFields, others: ServerFields): boolean {
  const { kind, program, arguments: given, folder, url } = others
  return isSame(fields, { ...fields, kind, program, arguments: given, folder, url })
}

/** Whether a value has to be typed yet, where what is stored was given to a server as it is stored. */
export function isAsked({ asked, kept, value }: SecretRow, isElsewhere: boolean): boolean {
  return value === '' && (asked === true || (kept && isElsewhere))
}

/** Whether what is typed is another place than the server's, where none of its values go. */
export function isElsewhere(server: McpServer | null, { kind, program, folder, url }: ServerFields): boolean {
  const place = kind === 'command' ? { kind, program: program.trim(), folder: folder.trim() } : { kind, url }
  return server !== null && !isSamePlace(server.connection, place)
}

/** Whether there is enough to save of what was written from a server as it is stored, or from nothing. */
export function isComplete(server: McpServer | null, fields: ServerFields): boolean {
  const { name, kind, program, url, variables, headers } = fields
  const [place, secrets] = kind === 'command' ? [program, variables] : [url, headers]
  return (
    name.trim() !== '' &&
    place.trim() !== '' &&
    !secrets.some((row) => isAsked(row, isElsewhere(server, fields)))
  )
}

const texts = z.record(z.string(), z.string())
const pastedServer = z.union([
  z.object({
    command: z.string(),
    args: z.array(z.string()).default([]),
    env: texts.default({}),
    cwd: z.string().default(''),
  }),
  z.object({ url: z.string(), headers: texts.default({}) }),
])
const pastedSettings = z.object({
  mcpServers: z.record(z.string(), z.unknown()).optional(),
  servers: z.record(z.string(), z.unknown()).optional(),
})

/** The servers in settings as other programs keep them; null where the text holds none. */
export function pastedFields(text: string): readonly ServerFields[] | null {
  const settings = pastedSettings.safeParse(parsedJson(text)).data
  const entries = Object.entries(settings?.mcpServers ?? settings?.servers ?? {})
  const found = entries.flatMap(([name, value]): ServerFields[] => {
    const server = pastedServer.safeParse(value).data
    if (server === undefined) return []
    const common = { ...empty, name: name.slice(0, mcpServerLimits.name) }
    const secrets = (given: Readonly<Record<string, string>>) =>
      Object.entries(given).map(([each, secret], id) => ({ id, name: each, value: secret, kept: false }))
    if ('url' in server) {
      return [{ ...common, kind: 'address', url: server.url, headers: secrets(server.headers) }]
    }
    // An argument of several lines can't be typed, and is not taken for several.
    if (server.args.some((each) => each.includes('\n'))) return []
    const { command, args, cwd, env } = server
    return [{ ...common, program: command, arguments: args.join('\n'), folder: cwd, variables: secrets(env) }]
  })
  return found.length === 0 ? null : found
}
