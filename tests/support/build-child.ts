import { mkdtempSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** Bundles `tests/support/NAME.ts` to be run by Node as a process of its own; answers the new folder and the file. */
export async function buildChild(name: string): Promise<{ readonly folder: string; readonly file: string }> {
  // Inside the checkout, so that the child finds better-sqlite3.
  const folder = mkdtempSync(join(root, 'node_modules/.cache', `${name}-`))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { ssr: join(root, 'tests/support', `${name}.ts`), target: 'node22', outDir: folder },
    ssr: { noExternal: true, external: ['better-sqlite3', '@hyzyla/pdfium', 'vite'] },
  })
  return { folder, file: join(folder, `${name}.js`) }
}
