import { chmodSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What makes a file the same file to a person: its bytes, its mode and when it was changed. */
export interface FileFacts {
  readonly bytes: string
  readonly mode: number
  readonly changedMs: number
}

/** What a file is now. */
export function fileFacts(path: string): FileFacts {
  const { mode, mtimeMs } = statSync(path)
  return { bytes: readFileSync(path).toString('base64'), mode, changedMs: mtimeMs }
}

/** Names of the files that {@link writeFilesToTrash} makes. */
export const filesToTrash = ['old-report.txt', 'old-photo.bin'] as const

/** Writes two files with unlike content, mode and time; answers what must come back. */
export function writeFilesToTrash(folder: string): Readonly<Record<string, FileFacts>> {
  const [report, photo] = filesToTrash
  writeFileSync(join(folder, report), 'First line\r\nno end of line, and umlauts: äöü')
  chmodSync(join(folder, report), 0o640)
  utimesSync(join(folder, report), new Date('2021-03-04T05:06:07Z'), new Date('2021-03-04T05:06:07Z'))
  // Every byte there is, zeros included.
  writeFileSync(
    join(folder, photo),
    Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7) & 0xff)),
  )
  chmodSync(join(folder, photo), 0o755)
  utimesSync(join(folder, photo), new Date('2019-12-31T23:59:58Z'), new Date('2019-12-31T23:59:58Z'))
  return Object.fromEntries(filesToTrash.map((name) => [name, fileFacts(join(folder, name))]))
}
