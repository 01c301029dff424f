import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type Imported, importedSchema } from '../../src/main/data/import/imported'
import { readImport } from '../../src/main/data/import/read-import'
import { AppError } from '../../src/shared/errors'

const control = { progress: () => undefined, stopIfAsked: () => undefined }

/** A folder for each test of this file, from which exports of other programs are read. */
export function setUpImportFolder() {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'import-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  return {
    get folder() {
      return folder
    },
    /** Writes a file there, as it is or as JSON, and gives its path. */
    put(name: string, content: unknown): string {
      const path = join(folder, name)
      const bytes =
        typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content)
      writeFileSync(path, bytes)
      return path
    },
    /** What is found, with all that comes. */
    async read(path: string) {
      const into = join(folder, 'out.jsonl')
      rmSync(into, { force: true })
      const found = await readImport({ path, into }, control)
      const values = readFileSync(into, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Imported['value'] => importedSchema.parse(JSON.parse(line)).value)
      return { ...found, values }
    },
    /** The code of what reading fails with; `taken` where it does not. */
    failing: (path: string) =>
      readImport({ path, into: null }, control).then(
        () => 'taken',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      ),
  }
}
