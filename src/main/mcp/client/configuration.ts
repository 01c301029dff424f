import { isAbsolute } from 'node:path'
import type { McpConnection, McpSecret, McpServerDraft } from '../../../shared/contract/mcp-servers'
import { assertNever, invalidField } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { canonicalJson, sha256 } from '../../changes/canonical-json'
import { homeFolder } from '../../disk/home-folder'
import { parseAddress } from '../../web/address'
import { checkedHeaders, isThisComputer, namedOnce } from '../../web/own-server'

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
  return folder === '' ? homeFolder() : folder
}

/** A connection as it is stored, and the values that were given for its secrets; throws for what can't be meant. */
export function checkedConnection(draft: McpServerDraft['connection']): {
  readonly connection: McpConnection
  readonly secrets: readonly McpSecret[]
} {
  switch (draft.kind) {
    case 'command': {
      const { program, arguments: given, folder, variables } = draft
      if (program.trim() === '') throw invalidField(say('mcp.needs_program'), 'program')
      if ([program, folder, ...given, ...variables.map(({ value = '' }) => value)].some(hasNull)) {
        throw invalidField(say('mcp.odd_character'), 'arguments')
      }
      if (folder.trim() !== '' && !isAbsolute(folder.trim()))
        throw invalidField(say('mcp.needs_path'), 'folder')
      const secrets = namedOnce(variables, 'secrets', (name) =>
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
      if (!address.secure && !isThisComputer(address.hostname))
        throw invalidField(say('foreign.http_only_here'), 'url')
      const secrets = checkedHeaders(draft.headers, 'secrets')
      const names = secrets.map(({ name }) => name)
      return { connection: { kind: 'address', url: address.href, headers: names }, secrets }
    }
    default:
      return assertNever(draft)
  }
}

function hasNull(text: string): boolean {
  return text.includes('\0')
}
