import { existsSync } from 'node:fs'
import { join } from 'node:path'

let folder: string | undefined

/** The built worker entries; each entry of the process says once where it lies, because chunks lie elsewhere. */
export interface WorkerFiles {
  readonly extract: string
  readonly index: string
  readonly embed: string
  readonly infer: string
  readonly data: string
}

/** Called by an entry file with its own folder. */
export function setEntryFolder(path: string): void {
  folder = path
}

/** The built worker entries beside the entry file. */
export function workerFiles(): WorkerFiles {
  const base = join(entryFolder(), 'workers')
  return {
    extract: join(base, 'extract.js'),
    index: join(base, 'index.js'),
    embed: join(base, 'embed.js'),
    infer: join(base, 'infer.js'),
    data: join(base, 'data.js'),
  }
}

/** Where the build puts the page, beside the entries. */
export function pageFolder(): string {
  return join(entryFolder(), '..', 'renderer')
}

/** How another program starts the command line: by the script of a checkout, or by the name that it is installed under. */
export function commandLine(): readonly string[] {
  const script = folder === undefined ? null : join(folder, '..', '..', 'scripts', 'countersign.mjs')
  return script !== null && existsSync(script) ? ['node', script] : ['countersign']
}

function entryFolder(): string {
  if (folder === undefined) throw new Error('An entry file has to call setEntryFolder first.')
  return folder
}
