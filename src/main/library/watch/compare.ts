import { basename } from 'node:path'
import type { WatchedFile } from '../../db/watched-folders'
import { createOutcome, type Outcome } from './outcome'

/** A file as it lies in the folder now. */
export type FoundFile = Omit<WatchedFile, 'documentId' | 'gone' | 'sha256'> & {
  /** Bytes. */
  readonly size: number
  /** Null where its stamp says that the content is the one that was taken before. */
  readonly sha256: string | null
  /** The path below the folder of the archive that it lies in. */
  readonly archive?: string | undefined
}

/** A file whose content is known. */
export type ReadFile = FoundFile & { readonly sha256: string }

/** What a comparison needs to know of a document. */
export type WatchedDocument = {
  /** The path below the folder of the file that it is made from; null where that lies elsewhere. */
  readonly source: string | null
  /** What it has, and what it is about to have: its file may have been added again by hand meanwhile. */
  readonly contents: readonly (string | null)[]
  /** False for one that a person deleted: it stays deleted, whatever its file does. */
  readonly present: boolean
  readonly gone: boolean
}

/** What is compared. */
export type ComparedFolder = {
  readonly tracked: readonly WatchedFile[]
  readonly found: readonly FoundFile[]
  /** Paths of which nothing is known now: they stay as they are. */
  readonly unknown: ReadonlySet<string>
  /** Paths that are there and no longer wanted: ignored ones, for instance. Their documents stay. */
  readonly released: ReadonlySet<string>
  document(id: string): WatchedDocument
  /** Documents of the collection that have this content. */
  withContent(sha256: string): readonly string[]
  newId(): string
}

/** A file with what was last taken of it; null where that is nothing. */
export type ChangedFile = ReadFile & { readonly base: string | null }

/** A content that is to come into the library. */
export type FolderChange = {
  readonly kind: 'added' | 'changed'
  readonly documentId: string
  /** The file that the document is made from, and others with the same content. */
  readonly files: readonly ChangedFile[]
}

/** What a comparison found. */
export type Comparison = {
  /** What is known of files from now on. */
  readonly put: readonly WatchedFile[]
  readonly remove: readonly WatchedFile[]
  /** Where documents are made from now, by id. */
  readonly sources: ReadonlyMap<string, { readonly path: string; readonly gone: boolean }>
  readonly changes: readonly FolderChange[]
}

type Difference = { readonly row: WatchedFile; readonly file: ReadFile }

/**
 * Tells how a folder differs from what the library took of it. A file keeps its document when it is renamed or moved:
 * by its content, else by what the file is beyond its name. A file that went away leaves its document where it is. Files
 * of the same content share one document, which follows the file that it was made from.
 */
export function compareFolder(compared: ComparedFolder): Comparison {
  const outcome = createOutcome(compared)
  const { appeared, changed } = sameAndOther(compared, outcome)
  const absent = absentRows(compared, outcome)
  const moved = recogniseMoved(appeared, absent, outcome)
  renewDocuments([...changed, ...moved.changed], compared, outcome)
  for (const file of moved.appeared) outcome.arrive({ ...file, base: null })
  for (const row of absent) if (!moved.taken.has(row)) vanish(row, outcome)
  return outcome.result()
}

/** Takes what is as it was; answers what is new and what has another content. */
function sameAndOther(
  { tracked, found }: ComparedFolder,
  outcome: Outcome,
): { appeared: ReadFile[]; changed: Difference[] } {
  const rows = new Map(tracked.map((row) => [row.path, row]))
  const appeared: ReadFile[] = []
  const changed: Difference[] = []
  for (const file of found) {
    const row = rows.get(file.path)
    const sha256 = file.sha256 ?? row?.sha256
    if (sha256 === undefined) continue
    if (row === undefined) appeared.push({ ...file, sha256 })
    else if (sha256 === row.sha256) outcome.stays(row, file)
    else {
      outcome.hold(row.documentId, row.path)
      changed.push({ row, file: { ...file, sha256 } })
    }
  }
  return { appeared, changed }
}

/** The rows whose files are not there, without those of which nothing is known. */
function absentRows({ tracked, found, unknown, released }: ComparedFolder, outcome: Outcome): WatchedFile[] {
  const seen = new Set(found.map(({ path }) => path))
  const absent: WatchedFile[] = []
  for (const row of tracked) {
    if (seen.has(row.path)) continue
    if (unknown.has(row.path)) {
      if (!row.gone) outcome.hold(row.documentId, row.path)
    } else if (released.has(row.path)) outcome.forget(row)
    else absent.push(row)
  }
  return absent
}

/** Finds files that lie elsewhere now: by content first, then by what a file is beyond its name. */
function recogniseMoved(
  appeared: readonly ReadFile[],
  absent: readonly WatchedFile[],
  outcome: Outcome,
): { appeared: ReadFile[]; changed: Difference[]; taken: ReadonlySet<WatchedFile> } {
  const taken = new Set<WatchedFile>()
  const byContent = grouped(absent, ({ sha256 }) => sha256)
  const byNode = grouped(absent, ({ node }) => node)
  const changed: Difference[] = []
  const rest = appeared.filter((file) => {
    const from = bestOf(byContent.get(file.sha256) ?? [], taken, file)
    if (from === undefined) return true
    taken.add(from)
    outcome.move(from, file, file.stamp)
    return false
  })
  const left = rest.filter((file) => {
    const candidates = file.node === '' ? [] : (byNode.get(file.node) ?? [])
    const from = candidates.find((row) => !taken.has(row) && outcome.isOnlySource(row))
    if (from === undefined) return true
    taken.add(from)
    // Its new content is still to be taken: a stamp that fits nothing makes sure of it.
    changed.push({ row: outcome.move(from, file, ''), file })
    return false
  })
  return { appeared: left, changed, taken }
}

function bestOf(
  rows: readonly WatchedFile[],
  taken: ReadonlySet<WatchedFile>,
  file: ReadFile,
): WatchedFile | undefined {
  const free = rows.filter((row) => !taken.has(row))
  return (
    free.find(({ node }) => node !== '' && node === file.node) ??
    free.find(({ path }) => basename(path) === basename(file.path)) ??
    free[0]
  )
}

/** Files with another content: the one that a document is made from takes the document along, others leave it. */
function renewDocuments(changed: readonly Difference[], { found }: ComparedFolder, outcome: Outcome): void {
  const changing = new Set(changed.map(({ file }) => file.path))
  const unchanged = new Map(found.filter(({ path }) => !changing.has(path)).map((file) => [file.path, file]))
  const leaving: ChangedFile[] = []
  for (const { row, file } of changed) {
    outcome.release(row.documentId, row.path)
    if (!outcome.isPresent(row.documentId)) outcome.dismiss(row, file)
    else if (outcome.sourceOf(row.documentId) !== row.path) leaving.push({ ...file, base: row.sha256 })
    else {
      if (outcome.hasContent(row.documentId, file.sha256)) outcome.wasRenewed(row, file)
      else outcome.renew(row.documentId, { ...file, base: row.sha256 })
      for (const path of outcome.holders(row.documentId)) {
        const other = unchanged.get(path)
        if (other !== undefined) leaving.push({ ...other, sha256: row.sha256, base: row.sha256 })
      }
    }
  }
  for (const file of leaving) outcome.arrive(file)
}

function vanish(row: WatchedFile, outcome: Outcome): void {
  const id = row.documentId
  const [other] = outcome.holders(id)
  const isSource = outcome.sourceOf(id) === row.path
  if (isSource && other === undefined && outcome.isPresent(id)) {
    outcome.gone(row)
    return
  }
  outcome.forget(row)
  if (isSource && other !== undefined) outcome.settle(id, other)
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
