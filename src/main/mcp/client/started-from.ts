import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, extname, isAbsolute, parse, resolve } from 'node:path'
import type { McpConnection } from '../../../shared/contract/mcp-servers'
import type { StartedFrom } from '../../files/acted-on'
import { folderOf } from './configuration'

/** What a program loads and carries out, with whatever lies beside it. */
const code = new Set([
  ...['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.py', '.pyz', '.rb', '.php', '.pl', '.lua'],
  ...['.sh', '.bash', '.zsh', '.ps1', '.cmd', '.bat', '.jar', '.dll', '.exe', '.wasm'],
])

/**
 * What a server's command names: its files, and the folder of such a file where it is code, which loads what lies beside
 * it. A yes is to the command, and not to what is written there later. What a program finds in the folder that it works
 * in is not known here.
 */
export function startedFrom(connection: McpConnection): StartedFrom {
  if (connection.kind !== 'command') return { files: [], folders: [] }
  const base = folderOf(connection)
  // An option may have its value behind its name.
  const words = [connection.program, ...connection.arguments].flatMap((word) => [
    word,
    word.slice(word.indexOf('=') + 1),
  ])
  const named = words
    .filter((word) => isAbsolute(word) || /[/.]/.test(word))
    .map((word) => resolve(base, word))
  const files = [...new Set(named)].flatMap(canonical)
  const folders = files.filter((path) => code.has(extname(path).toLowerCase())).map((path) => dirname(path))
  return { files, folders: [...new Set(folders)].filter(isOfOneProgram) }
}

/** A home, or a disk, holds everything else too. */
function isOfOneProgram(folder: string): boolean {
  return folder !== homedir() && folder !== parse(folder).root
}

function canonical(path: string): string[] {
  try {
    return [...new Set([path, realpathSync(path)])]
  } catch {
    // What is not there yet is known by its name.
    return [path]
  }
}
