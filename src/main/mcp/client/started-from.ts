import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, extname, isAbsolute, join, parse, resolve } from 'node:path'
import type { McpConnection } from '../../../shared/contract/mcp-servers'
import { homeFolder } from '../../disk/home-folder'
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
  const named = words.filter((word) => isAbsolute(word) || /[/.]/.test(word))
  // An option may name the folder in which the file behind it is looked for; where none is there, it names something else.
  const elsewhere = named
    .filter(isAbsolute)
    .flatMap((folder) => named.filter(isCode).map((word) => resolve(folder, word)))
    .filter((path) => existsSync(path))
  const files = [...new Set([...named.map((word) => resolve(base, word)), ...elsewhere])].flatMap(canonical)
  const folders = files.filter(isCode).map((path) => dirname(path))
  return { files, folders: [...new Set(folders)].filter(isOfOneProgram) }
}

/** A home, or a disk, holds everything else too. */
function isOfOneProgram(folder: string): boolean {
  return folder !== homeFolder() && folder !== parse(folder).root
}

function isCode(path: string): boolean {
  return code.has(extname(path).toLowerCase())
}

function canonical(path: string): string[] {
  return [...new Set([path, real(path)])]
}

/** Where a path leads: what is not there yet will be in the deepest folder above that is. */
function real(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(real(folder), basename(path))
  }
}
