import { homedir } from 'node:os'
import { isAbsolute } from 'node:path'
import type { McpConnection, McpSecret, McpServerDraft } from '../../../shared/contract/mcp-servers'
import { AppError, assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { canonicalJson, sha256 } from '../../changes/canonical-json'
import { parseAddress } from '../../web/address'
import { kindOfAddress } from '../../web/public-address'

/** What a yes to a server is bound to: how it is reached, with the names of its secrets. */
export function configurationHash(connection: McpConnection): string {
  return sha256(canonicalJson(connection))
}

/** The names of a connection's secrets. */
export function secretNames(connection: McpConnection): readonly string[] {
  switch (connection.kind) {
    case 'command':
      return connection.variables
    case 'address':
      return connection.headers
    default:
      return assertNever(connection)
  }
}

/** Where a command works. */
export function folderOf({ folder }: Extract<McpConnection, { kind: 'command' }>): string {
  return folder === '' ? homedir() : folder
}

/** A connection as it is stored, and the values that were given for its secrets; throws for what can't be meant. */
export function checkedConnection(draft: McpServerDraft['connection']): {
  readonly connection: McpConnection
  readonly secrets: readonly McpSecret[]
} {
  switch (draft.kind) {
    case 'command': {
      const { program, arguments: given, folder, variables } = draft
      if (program.trim() === '') throw wrong(say('mcp.needs_program'), 'program')
      if ([program, folder, ...given, ...variables.map(({ value = '' }) => value)].some(hasNull)) {
        throw wrong(say('mcp.odd_character'), 'arguments')
      }
      if (folder.trim() !== '' && !isAbsolute(folder.trim())) throw wrong(say('mcp.needs_path'), 'folder')
      const secrets = named(variables, (name) =>
        /^[A-Za-z_]\w*$/.test(name) ? null : say('mcp.odd_variable', { name }),
      )
      const names = secrets.map(({ name }) => name)
      return {
        connection: {
          kind: 'command',
          program: program.trim(),
          arguments: given,
          folder: folder.trim(),
          variables: names,
        },
        secrets,
      }
    }
    case 'address': {
      const address = parseAddress(draft.url)
      if (!address.secure && !isThisComputer(address.hostname)) throw wrong(say('mcp.http_only_here'), 'url')
      const secrets = named(draft.headers, (name) =>
        isHeader(name) ? null : say('mcp.odd_header', { name }),
      )
      if (secrets.some(({ value = '' }) => /[^\t\x20-\x7e\x80-\xff]/.test(value))) {
        throw wrong(say('mcp.odd_character'), 'headers')
      }
      const names = secrets.map(({ name }) => name)
      return { connection: { kind: 'address', url: address.href, headers: names }, secrets }
    }
    default:
      return assertNever(draft)
  }
}

/** Whether a host is written as this computer itself: a name that only leads here is not. */
function isThisComputer(hostname: string): boolean {
  const name = hostname.toLowerCase()
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

/** Whether a host is written as a number of a network nearby, which whoever wrote it means. */
export function isWrittenNearby(hostname: string): boolean {
  return isThisComputer(hostname) || kindOfAddress(hostname) === 'nearby'
}

/** Headers that the connection sets itself, or that would make another request of it. */
const ownHeaders =
  /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|accept|accept-encoding|origin|cookie|proxy-.*|sec-.*|mcp-.*|last-event-id)$/i

function isHeader(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !ownHeaders.test(name)
}

function named(given: readonly McpSecret[], problem: (name: string) => Sentence | null): McpSecret[] {
  const seen = new Set<string>()
  return given.map(({ name, value }) => {
    const trimmed = name.trim()
    const wrongName = problem(trimmed)
    if (wrongName !== null) throw wrong(wrongName, 'secrets')
    const key = trimmed.toLowerCase()
    if (seen.has(key)) throw wrong(say('mcp.twice', { name: trimmed }), 'secrets')
    seen.add(key)
    return { name: trimmed, ...(value === undefined ? {} : { value }) }
  })
}

function hasNull(text: string): boolean {
  return text.includes('\0')
}

function wrong(sentence: Sentence, field: string): AppError {
  return new AppError('invalid_input', sentence, { field })
}
