import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFile, privateFolder } from '../../disk/owner-only'
import { titleFromPath } from './find-files'

/** Characters that no file system takes in a name, or that separate folders. */
const REFUSED = /[<>:"/\\|?*]/g

/** A name of 255 bytes is the most that usual file systems take; this leaves room for the ending. */
const NAME_BYTES = 240

/**
 * Writes a pasted text to a file of its own, for one way into the library for everything: where uploads lie, which
 * are removed once they are read.
 */
export async function storePastedText(uploads: string, title: string, text: string): Promise<string> {
  const folder = join(uploads, randomUUID())
  const path = join(folder, `${nameOf(title)}.txt`)
  await mkdir(folder, { mode: privateFolder, recursive: true })
  await writeFile(path, text, { flag: 'wx', mode: privateFile })
  return path
}

function nameOf(title: string): string {
  const name = titleFromPath(`${title.replace(REFUSED, ' ')}.txt`)
  let end = name.length
  while (Buffer.byteLength(name.slice(0, end)) > NAME_BYTES) end--
  return name.slice(0, end).toWellFormed()
}
