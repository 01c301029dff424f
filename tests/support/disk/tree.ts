import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every entry below a folder with its content, so that two moments can be compared; links and folders have none. */
export function treeOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    entries.map((path) => {
      const isFile = lstatSync(join(folder, path)).isFile()
      return [path, isFile ? readFileSync(join(folder, path), 'latin1') : '']
    }),
  )
}
