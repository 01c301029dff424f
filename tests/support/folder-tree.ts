import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Every entry below a folder: its kind, permissions, and for files their time and bytes. */
export function folderTree(folder: string, prefix = ''): Record<string, unknown> {
  return Object.assign(
    {},
    ...readdirSync(folder)
      .sort()
      .map((name) => {
        const path = join(folder, name)
        const stats = lstatSync(path)
        const here = `${prefix}${name}`
        if (stats.isSymbolicLink()) return { [here]: ['link', readlinkSync(path)] }
        if (stats.isDirectory()) return { [here]: ['folder', stats.mode], ...folderTree(path, `${here}/`) }
        return {
          [here]: ['file', stats.mode, Math.floor(stats.mtimeMs), readFileSync(path).toString('base64')],
        }
      }),
  )
}
