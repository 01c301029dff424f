import type { WatchedFile } from '../../db/watched-folders'
import type { ChangedFile, ComparedFolder, Comparison, FolderChange, FoundFile } from './compare'

/** What a comparison has found so far. */
export type Outcome = {
  /** A file has the content that was taken of it. */
  stays(row: WatchedFile, file: FoundFile): void
  /** A file lies elsewhere now; answers what is known of it there. */
  move(row: WatchedFile, file: FoundFile, stamp: string): WatchedFile
  /** A document gets the content of its file. */
  renew(id: string, file: ChangedFile): void
  /** A document got the content of its file another way. */
  wasRenewed(row: WatchedFile, file: FoundFile & { readonly sha256: string }): void
  /** Whether a document has a content, or is about to. */
  hasContent(id: string, sha256: string): boolean
  /** A content comes: into a document that has it already, else as a new one. */
  arrive(file: ChangedFile): void
  /** A file of a deleted document changed: nothing is taken of it. */
  dismiss(row: WatchedFile, file: FoundFile & { readonly sha256: string }): void
  gone(row: WatchedFile): void
  forget(row: WatchedFile): void
  /** A document is made from this file now. */
  settle(id: string, path: string): void
  hold(id: string, path: string): void
  release(id: string, path: string): void
  /** The paths whose content a document has. */
  holders(id: string): readonly string[]
  sourceOf(id: string): string | null
  isPresent(id: string): boolean
  /** Whether a document is made from this file, and no other has its content. */
  isOnlySource(row: WatchedFile): boolean
  result(): Comparison
}

/** Begins with nothing found. */
export function createOutcome({ document, withContent, newId }: ComparedFolder): Outcome {
  const put = new Map<string, WatchedFile>()
  const remove = new Map<string, WatchedFile>()
  const sources = new Map<string, { path: string; gone: boolean }>()
  const changes: FolderChange[] = []
  const held = new Map<string, Set<string>>()
  /** Documents that get a new content, and documents by the content that they get. */
  const renewed = new Set<string>()
  const byNewContent = new Map<string, string>()
  /** Where in `changes` the new document of a content is. */
  const added = new Map<string, number>()

  const sourceOf = (id: string) => sources.get(id)?.path ?? document(id).source
  const isGone = (id: string) => sources.get(id)?.gone ?? document(id).gone
  const isPresent = (id: string) => document(id).present
  const holders = (id: string) => [...(held.get(id) ?? [])]
  const hold = (id: string, path: string) => {
    held.set(id, (held.get(id) ?? new Set()).add(path))
  }
  const keep = (row: WatchedFile) => {
    put.set(row.path, row)
    remove.delete(row.path)
    hold(row.documentId, row.path)
    return row
  }
  const forget = (row: WatchedFile) => {
    if (!put.has(row.path)) remove.set(row.path, row)
  }
  const noteContent = (id: string, sha256: string) => {
    renewed.add(id)
    if (!byNewContent.has(sha256)) byNewContent.set(sha256, id)
  }
  const settle = (id: string, path: string) => {
    if (isPresent(id) && (isGone(id) || sourceOf(id) !== path)) sources.set(id, { path, gone: false })
  }

  return {
    ...{ hold, holders, forget, settle, sourceOf, isPresent },
    stays(row, file) {
      hold(row.documentId, row.path)
      if (row.gone || row.stamp !== file.stamp || row.otherDisk !== file.otherDisk) {
        keep({ ...row, ...placeOf(file), gone: false })
      }
      if (row.gone && isGone(row.documentId)) settle(row.documentId, row.path)
    },
    move(row, file, stamp) {
      forget(row)
      if (sourceOf(row.documentId) === row.path || isGone(row.documentId)) {
        settle(row.documentId, file.path)
      }
      return keep({ ...row, ...placeOf(file), stamp, gone: false })
    },
    hasContent: (id, sha256) => document(id).contents.includes(sha256),
    wasRenewed(row, file) {
      noteContent(row.documentId, file.sha256)
      keep({ ...row, ...placeOf(file), sha256: file.sha256, gone: false })
      settle(row.documentId, file.path)
    },
    renew(id, file) {
      noteContent(id, file.sha256)
      hold(id, file.path)
      settle(id, file.path)
      changes.push({ kind: 'changed', documentId: id, files: [file] })
    },
    arrive(file) {
      const { sha256 } = file
      const known = byNewContent.get(sha256) ?? withContent(sha256).find((id) => !renewed.has(id))
      if (known !== undefined) {
        keep({ ...placeOf(file), sha256, documentId: known, gone: false })
        if (isGone(known)) settle(known, file.path)
        return
      }
      const place = added.get(sha256)
      const before = place === undefined ? undefined : changes[place]
      if (place === undefined || before === undefined) {
        added.set(sha256, changes.length)
        changes.push({ kind: 'added', documentId: newId(), files: [file] })
      } else changes[place] = { ...before, files: [...before.files, file] }
    },
    dismiss(row, file) {
      keep({ ...row, ...placeOf(file), sha256: file.sha256, gone: false })
    },
    gone(row) {
      if (!row.gone) put.set(row.path, { ...row, gone: true })
      if (!isGone(row.documentId)) sources.set(row.documentId, { path: row.path, gone: true })
    },
    release(id, path) {
      held.get(id)?.delete(path)
    },
    isOnlySource: (row) =>
      sourceOf(row.documentId) === row.path && holders(row.documentId).every((path) => path === row.path),
    result: () => ({ put: [...put.values()], remove: [...remove.values()], sources, changes }),
  }
}

/** Where a file lies and what it is; its size the library keeps itself. */
function placeOf({ path, stamp, node, otherDisk }: FoundFile) {
  return { path, stamp, node, otherDisk }
}
