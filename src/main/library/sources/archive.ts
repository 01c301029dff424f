import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { type Entry, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl'
import { AppError, toAppError } from '../../../shared/errors'
import { hasPictureName, hasReadableName, isPassedOver } from '../../../shared/readable-names'
import { say } from '../../../shared/sentences/say'
import { type Reason, reasonOf, type Sentence, type Words, wordsOf } from '../../../shared/sentences/sentence'
import { readWithoutWaiting } from '../../disk/own-file'
import type { FileContent } from '../../workers/index-protocol'
import {
  MAX_ARCHIVE_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_ENTRY_BYTES,
  MAX_PACKAGE_BYTES,
  MAX_UNPACK_RATIO,
  UNPACK_RATIO_FROM_BYTES,
} from '../extractors/limits'
import { iworkPart } from '../extractors/other-formats'
import { openArchive } from '../extractors/package/open-archive'
import { guardArchive, unpackEntry } from '../extractors/package/zip'
import { openRegular } from './acquire'

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
  readonly skipped: readonly ({ readonly name: string } & Reason)[]
}

const reasons = {
  nested: say('archive.nested'),
  format: say('adding.format'),
  picture: say('adding.picture'),
  name: say('archive.name'),
  twice: say('archive.twice'),
  password: say('archive.password'),
  entries: say('archive.entries', { limit: MAX_ARCHIVE_ENTRIES }),
  bytes: say('archive.bytes', { limit: MAX_ARCHIVE_BYTES }),
  bomb: say('archive.bomb'),
  nothing: say('archive.nothing'),
} as const

const archiveEndings = new Set('.zip .7z .rar .tar .gz .tgz .bz2 .xz .zst .jar .war'.split(' '))

/** Whether a file could be an archive that is to be opened: what is known by its name as a document is not looked at. */
export async function mayBeArchive(path: string): Promise<boolean> {
  if (hasReadableName(basename(path))) return false
  try {
    const file = await open(path, readWithoutWaiting)
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
  const file = await guardArchive(() =>
    openArchive(openRegular(path, MAX_PACKAGE_BYTES), { autoClose: false, decodeStrings: false }),
  )
  try {
    const { wanted, skipped, archive } = await guardArchive(() => listFiles(file, withPictures))
    if (!archive) return { archive, entries: [], skipped: [] }
    const entries: ArchiveEntry[] = []
    let unpacked = 0
    for (const [name, entry] of wanted) {
      if (unpacked >= MAX_ARCHIVE_BYTES) {
        skipped.push({ name: '', ...reasonOf(reasons.bytes) })
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
        skipped.push({ name, ...reasonOf(whyNot(error, entry)) })
      }
    }
    if (entries.length === 0 && skipped.length === 0) skipped.push({ name: '', ...reasonOf(reasons.nothing) })
    return { archive, entries, skipped }
  } finally {
    file.close()
  }
}

/** Bytes that an entry may come to. */
function limitOf({ compressedSize }: Entry): number {
  return Math.min(MAX_ENTRY_BYTES, Math.max(UNPACK_RATIO_FROM_BYTES, compressedSize * MAX_UNPACK_RATIO))
}

function whyNot(error: unknown, entry: Entry): Words {
  const failure = toAppError(error)
  const why = wordsOf(failure)
  if (failure.code === 'corrupt') return say('archive.damaged_entry', { why })
  return failure.code === 'too_large' && limitOf(entry) < MAX_ENTRY_BYTES ? reasons.bomb : why
}

type Listed = {
  readonly archive: boolean
  readonly wanted: ReadonlyMap<string, Entry>
  readonly skipped: ({ name: string } & Reason)[]
}

/** The files that are to be unpacked, and why others are not. */
async function listFiles(file: ZipFile, withPictures: boolean): Promise<Listed> {
  const wanted = new Map<string, Entry>()
  const skipped: ({ name: string } & Reason)[] = []
  for await (const entry of file.eachEntry()) {
    const name = nameOf(entry)
    if (isPartOfDocument(name)) return { archive: false, wanted: new Map(), skipped: [] }
    if (name.endsWith('/') || isHidden(name)) continue
    if (wanted.size >= MAX_ARCHIVE_ENTRIES) {
      skipped.push({ name: '', ...reasonOf(reasons.entries) })
      break
    }
    const reason = refusal(name, entry, wanted, withPictures)
    if (reason === null) wanted.set(name, entry)
    else skipped.push({ name, ...reasonOf(reason) })
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

/** The parts by which Office files, OpenDocument, EPUB and Apple's programs tell what they are. */
function isPartOfDocument(name: string): boolean {
  return ['[Content_Types].xml', 'mimetype', 'META-INF/container.xml'].includes(name) || iworkPart.test(name)
}

/** What file managers put in, and what people don't see. */
function isHidden(name: string): boolean {
  return name.split('/').some((part) => part !== '.' && part !== '..' && isPassedOver(part))
}

function refusal(
  name: string,
  entry: Entry,
  wanted: ReadonlyMap<string, Entry>,
  withPictures: boolean,
): Sentence | null {
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
  readonly entries: readonly (FileContent & { readonly source: string; readonly label: string })[]
  readonly skipped: readonly ({ readonly path: string } & Reason)[]
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
    skipped: skipped.map(({ name, ...reason }) => ({ path: name === '' ? path : sourceOf(name), ...reason })),
  }
}

/** What is said where the archive itself can't be opened. */
export function archiveFailure(error: unknown): AppError {
  const failure = toAppError(error)
  if (failure.code !== 'corrupt') return failure
  return new AppError('corrupt', say('archive.damaged'), {
    cause: error,
  })
}
