import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { say } from '../../shared/sentences/say'
import { deviceName } from '../files/safe-name'

/**
 * The version of the archive's form that is written; a later one is refused, an earlier one read. The second counts
 * notes, contacts and tasks too. See docs/decisions/0022.
 */
export const backupVersion = 2
const backupFormat = 'countersign-backup'

/** The entry that says what all the others are; it is the last one, because it has their hashes. */
export const manifestName = 'manifest.json'
/** The database's entry. */
export const databaseName = 'countersign.db'

/** Bytes of the manifest: room for a million entries, and less than a string may be long. */
export const manifestLimitBytes = 400_000_000
/** Entries: an archive's directory is kept in memory, some hundred bytes for each. */
export const entryLimit = 1_000_000
/** Characters of a file's path below the data folder. */
const pathLimitCharacters = 4096

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const mode = z.int().min(0).max(0o7777)

/** Folders of the data folder whose files have names that other people chose; each file has a numbered entry. */
export const namedFolders = ['trash', 'uploads'] as const

// Names as the file system gave them, and nothing that leads up.
const segment = z
  .string()
  .min(1)
  .refine((name) => !/[/\0]/.test(name) && name !== '.' && name !== '..')
const path = z
  .tuple([z.enum(namedFolders), segment], segment)
  .refine((segments) => segments.join('/').length <= pathLimitCharacters)

const fileSchema = z.strictObject({
  kind: z.literal('file'),
  /** In the archive. */
  name: z.string().regex(/^(countersign\.db|blobs\/[0-9a-f]{2}\/[0-9a-f]{64}(\.patch)?|files\/\d{1,9})$/),
  /** Bytes. */
  size: z.int().min(0),
  sha256,
  /** Below the data folder; only of a file whose name in the archive is a number. */
  path: path.optional(),
  mode: mode.optional(),
  /** Milliseconds since 1970. */
  modifiedMs: z.int().optional(),
  /** A stored content that was damaged already: it is kept for whoever can mend it, and does not come back. */
  damaged: z.literal(true).optional(),
})
const folderSchema = z.strictObject({ kind: z.literal('folder'), path, mode })
const linkSchema = z.strictObject({
  kind: z.literal('link'),
  path,
  target: z
    .string()
    .min(1)
    .max(pathLimitCharacters)
    .refine((target) => !target.includes('\0')),
})

/** One thing of the data folder. */
const manifestEntrySchema = z.discriminatedUnion('kind', [fileSchema, folderSchema, linkSchema])
/** See {@link manifestEntrySchema}. */
export type ManifestEntry = z.infer<typeof manifestEntrySchema>
/** A file among them. */
export type ManifestFile = z.infer<typeof fileSchema>

const headSchema = z.object({
  format: z.literal(backupFormat),
  version: z.int().min(1),
})

const manifestSchema = z.strictObject({
  format: z.literal(backupFormat),
  version: z.int().min(1).max(backupVersion),
  /** Of the database. */
  schema: z.int().min(1),
  /** The version of Countersign that wrote it. */
  application: z.string().max(100),
  createdAt: z.iso.datetime(),
  /** Where the data folder was: files on their way into the library are known by their whole paths. */
  dataFolder: z.string().max(pathLimitCharacters),
  counts: z.strictObject({
    conversations: z.int().min(0),
    documents: z.int().min(0),
    changes: z.int().min(0),
    // The first version did not count them.
    notes: z.int().min(0).optional(),
    contacts: z.int().min(0).optional(),
    tasks: z.int().min(0).optional(),
  }),
  /** What is not in it, because it is made again or belongs to the machine. */
  leftOut: z.array(z.string().max(100)).max(100),
  /** Whether the audit chain was intact when it was made. */
  auditIntact: z.boolean(),
  /** How many things went away while it was being written, or could not be read. */
  missing: z.int().min(0),
  entries: z.array(manifestEntrySchema).max(entryLimit),
})
/** What an archive says of itself. */
export type Manifest = z.infer<typeof manifestSchema>
/** The same without its entries. */
export type ManifestHead = Omit<Manifest, 'entries'>

/** What no backup has: made again from the rest, or bound to this machine. */
const leftOut = ['search_index', 'models', 'window', 'logs', 'backups', 'secrets', 'locks'] as const

/** The manifest of an archive that is being written. */
export function manifestOf(parts: Omit<Manifest, 'format' | 'version' | 'leftOut'>): string {
  const manifest: Manifest = {
    format: backupFormat,
    version: backupVersion,
    ...parts,
    leftOut: [...leftOut],
  }
  return `${JSON.stringify(manifest)}\n`
}

/**
 * Reads a manifest. Throws `unsupported` for a file of something else or with names that this system can't have, `newer_version` for one of a later Countersign,
 * `corrupt` for one that contradicts itself.
 */
export function parseManifest(
  text: string,
  file: string,
  knownSchema: number,
  platform: NodeJS.Platform = process.platform,
): Manifest {
  const json = parsedJson(text)
  const head = headSchema.safeParse(json)
  if (!head.success) throw new AppError('unsupported', say('data.not_a_backup', { path: file }))
  if (head.data.version > backupVersion) throw newer(file)
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw contradicts(file, parsed.error)
  if (parsed.data.schema > knownSchema) throw newer(file)
  checkPlaces(parsed.data.entries, file)
  if (platform === 'win32') requireWindowsNames(parsed.data.entries, file)
  return parsed.data
}

/** Each file where its entry's name puts it, each place once, and the database among them. */
function checkPlaces(entries: readonly ManifestEntry[], file: string): void {
  const places = new Set<string>()
  for (const entry of entries) {
    const numbered = entry.kind === 'file' && entry.name.startsWith('files/')
    if (entry.kind === 'file' && numbered !== (entry.path !== undefined)) throw contradicts(file)
    if (entry.kind === 'file' && isAtItsHash(entry) === (entry.damaged === true)) throw contradicts(file)
    // As they are: names of another case or Unicode form are others, and where a disk makes one of them it says so.
    const place = placeOf(entry).join('/')
    if (places.has(place)) throw contradicts(file)
    places.add(place)
  }
  if (!places.has(databaseName)) throw contradicts(file)
}

// Separators, streams and what else https://learn.microsoft.com/windows/win32/fileio/naming-a-file forbids; points and
// spaces at the end are cut off, so that one name becomes another, or the folder above.
const forbiddenOnWindows = /[\\:*?"<>|\p{Cc}]|[. ]$/u

/** Windows would take some names of other systems for another place. */
function requireWindowsNames(entries: readonly ManifestEntry[], file: string): void {
  for (const entry of entries) {
    const name = placeOf(entry).find((each) => forbiddenOnWindows.test(each) || deviceName.test(each))
    if (name !== undefined) throw new AppError('unsupported', say('data.foreign_name', { path: file, name }))
  }
}

/** Where a thing lies, below the data folder. */
export function placeOf(entry: ManifestEntry): readonly string[] {
  return entry.kind === 'file' ? (entry.path ?? entry.name.split('/')) : entry.path
}

/** A stored content's name is its hash; a difference's is that of what it makes. */
export function isAtItsHash({ name, sha256: hash }: Pick<ManifestFile, 'name' | 'sha256'>): boolean {
  const [, shard, content] = /^blobs\/([0-9a-f]{2})\/([0-9a-f]{64})(?:\.patch)?$/.exec(name) ?? []
  if (shard === undefined || content === undefined) return true
  return content.startsWith(shard) && (name.endsWith('.patch') || content === hash)
}

function newer(file: string): AppError {
  return new AppError('newer_version', say('data.newer', { path: file }))
}

/** An archive that says one thing of itself and holds another. */
export function contradicts(file: string, cause?: unknown): AppError {
  return new AppError('corrupt', say('data.damaged', { path: file }), { cause })
}
