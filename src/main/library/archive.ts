import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl'
import { AppError, toAppError } from '../../shared/errors'
import { formatBytes } from '../../shared/format-bytes'
import { hasPictureName, hasReadableName } from '../../shared/readable-names'
import type { FileContent } from '../workers/index-protocol'
import {
  MAX_ARCHIVE_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_ENTRY_BYTES,
  MAX_UNPACK_RATIO,
  UNPACK_RATIO_FROM_BYTES,
} from './extractors/limits'
import { guardArchive, unpackEntry } from './extractors/package/zip'
import type { HandedEntry } from './handed-over'

/** A file of an archive, whose content is stored. */
export type ArchiveEntry = FileContent & {
  /** Its path in the archive, with `/` between folders. */
  readonly name: string
}

/** What became of an archive's files. */
export type UnpackedArchive = {
  /** False for a document that is a ZIP archive inside, such as a Word file: it is none to be opened here. */
  readonly archive: boolean
  readonly entries: readonly ArchiveEntry[]
  /** `name` is empty for a reason that is the whole archive's. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
}

const reasons = {
  nested: 'It is an archive inside an archive, which is not opened. Take it out and add it by itself.',
  format:
    'Countersign reads PDF, Word, PowerPoint, Excel, OpenDocument, EPUB, HTML, Markdown, RTF, e-mail, CSV, JSON and text files.',
  picture:
    'It is a picture. To have its text read, switch on “Read text in pictures and scans” in the settings.',
  name: 'Its name leads out of the archive, so it was left out.',
  twice: 'The archive holds another file of this name; the first was taken.',
  password: 'It is protected by a password inside the archive. Unpack it and add it by itself.',
  entries: `The archive holds more than ${MAX_ARCHIVE_ENTRIES.toLocaleString('en')} files; the rest was left out.`,
  bytes: `The archive unpacks to more than ${formatBytes(MAX_ARCHIVE_BYTES)}; the rest was left out.`,
  bomb: 'It unpacks to far more than a document would, so it was left out.',
  nothing: 'There is no file in this archive that the library reads.',
} as const

const archiveEndings = new Set('.zip .7z .rar .tar .gz .tgz .bz2 .xz .zst .jar .war'.split(' '))

/** Whether a file could be an archive that is to be opened: what is known by its name as a document is not looked at. */
export async function mayBeArchive(path: string): Promise<boolean> {
  if (hasReadableName(basename(path))) return false
  try {
    const file = await open(path, 'r')
    try {
      const head = Buffer.alloc(4)
      await file.read(head, 0, 4, 0)
      const mark = head.toString('latin1')
      // The second is of an archive without a file in it.
      return mark === 'PK\x03\x04' || mark === 'PK\x05\x06'
    } finally {
      await file.close()
    }
  } catch {
    // Whoever adds it says what is wrong with it.
    return false
  }
}

/**
 * Unpacks the files of an archive that the library can read, one after the other, and stores them. What is counted is
 * what really comes out; the sizes that an archive declares are not believed. Throws `corrupt` where it can't be read.
 */
export async function unpackArchive(
  path: string,
  withPictures: boolean,
  store: (bytes: Buffer) => Promise<FileContent>,
): Promise<UnpackedArchive> {
  const file = await guardArchive(() => openPromise(path, { autoClose: false, decodeStrings: false }))
  try {
    const { wanted, skipped, archive } = await guardArchive(() => listFiles(file, withPictures))
    if (!archive) return { archive, entries: [], skipped: [] }
    const entries: ArchiveEntry[] = []
    let unpacked = 0
    for (const [name, entry] of wanted) {
      if (unpacked >= MAX_ARCHIVE_BYTES) {
        skipped.push({ name: '', reason: reasons.bytes })
        break
      }
      try {
        const bytes = await guardArchive(() =>
          unpackEntry(file, entry, limitOf(entry), (more) => {
            unpacked += more
          }),
        )
        entries.push({ name, ...(await store(bytes)) })
      } catch (error) {
        skipped.push({ name, reason: reasonOf(error, entry) })
      }
    }
    if (entries.length === 0 && skipped.length === 0) skipped.push({ name: '', reason: reasons.nothing })
    return { archive, entries, skipped }
  } finally {
    file.close()
  }
}

/** Bytes that an entry may come to. */
function limitOf({ compressedSize }: Entry): number {
  return Math.min(MAX_ENTRY_BYTES, Math.max(UNPACK_RATIO_FROM_BYTES, compressedSize * MAX_UNPACK_RATIO))
}

function reasonOf(error: unknown, entry: Entry): string {
  const { code, message } = toAppError(error)
  if (code !== 'too_large')
    return code === 'corrupt' ? `${message} Other files of it are not affected.` : message
  return limitOf(entry) < MAX_ENTRY_BYTES ? reasons.bomb : message
}

type Listed = {
  readonly archive: boolean
  readonly wanted: ReadonlyMap<string, Entry>
  readonly skipped: { name: string; reason: string }[]
}

/** The files that are to be unpacked, and why others are not. */
async function listFiles(file: ZipFile, withPictures: boolean): Promise<Listed> {
  const wanted = new Map<string, Entry>()
  const skipped: { name: string; reason: string }[] = []
  for await (const entry of file.eachEntry()) {
    const name = nameOf(entry)
    if (isPartOfDocument(name)) return { archive: false, wanted: new Map(), skipped: [] }
    if (name.endsWith('/') || isHidden(name)) continue
    if (wanted.size >= MAX_ARCHIVE_ENTRIES) {
      skipped.push({ name: '', reason: reasons.entries })
      break
    }
    const reason = refusal(name, entry, wanted, withPictures)
    if (reason === null) wanted.set(name, entry)
    else skipped.push({ name, reason })
  }
  return { archive: true, wanted, skipped }
}

// APPNOTE 4.4.4: bit 11 says that names are in UTF-8.
const UTF8_NAMES = 0x800

/** A name as it was meant: many programs write UTF-8 and don't say so, and what is no UTF-8 is in code page 437. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_NAMES : generalPurposeBitFlag
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
}

/** The parts by which Office files, OpenDocument and EPUB tell what they are. */
function isPartOfDocument(name: string): boolean {
  return name === '[Content_Types].xml' || name === 'mimetype' || name === 'META-INF/container.xml'
}

/** What file managers put in, and what people don't see. */
function isHidden(name: string): boolean {
  return name.split('/').some((part) => /^\.(?!\.?$)/.test(part) || part === '__MACOSX')
}

function refusal(
  name: string,
  entry: Entry,
  wanted: ReadonlyMap<string, Entry>,
  withPictures: boolean,
): string | null {
  if (validateFileName(name) !== null || name.includes('\0')) return reasons.name
  if (archiveEndings.has(extname(name).toLowerCase())) return reasons.nested
  if (!hasReadableName(basename(name), withPictures)) {
    return hasPictureName(basename(name)) ? reasons.picture : reasons.format
  }
  if (wanted.has(name)) return reasons.twice
  return entry.isEncrypted() ? reasons.password : null
}

/** What can be added of an archive, and what not, by the paths that people know. */
export type OpenedArchive = {
  readonly entries: readonly (HandedEntry & { readonly source: string })[]
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
}

/** An archive's files by the paths that people know. */
export function openedArchive(
  path: string,
  { entries, skipped }: Pick<UnpackedArchive, 'entries' | 'skipped'>,
): OpenedArchive {
  const sourceOf = (name: string) => `${path}/${name}`
  return {
    entries: entries.map(({ name, ...content }) => ({
      ...content,
      source: sourceOf(name),
      label: `${basename(path)} › ${name}`,
    })),
    skipped: skipped.map(({ name, reason }) => ({ path: name === '' ? path : sourceOf(name), reason })),
  }
}

/** What is said where the archive itself can't be opened. */
export function archiveFailure(error: unknown): AppError {
  const failure = toAppError(error)
  if (failure.code !== 'corrupt') return failure
  return new AppError('corrupt', 'This archive is damaged and could not be unpacked. Nothing was added.', {
    cause: error,
  })
}
