import { withoutFailure } from '../../db/document-readings'
import { unreadVersions } from '../../db/document-versions'
import { changeDocument, type DocumentRow, findDocument } from '../../db/documents'
import type { Database } from '../../db/open'
import { fileNameText } from '../index/file-name'
import type { Ingest } from '../ingest/ingest'
import { titleFromPath } from './find-files'

/** Follows the files that documents are made from; each call in a transaction of its caller. */
export type DocumentSources = {
  /** True where the file's name changed, and the title with it where it was the name, so that the index is to follow. */
  set(id: string, source: { readonly path: string; readonly gone: boolean }): boolean
  /**
   * Has what was not copied yet, or could not be because its file was elsewhere, read from where it is now; answers the
   * numbers of what is to be read. Null for a file that stays where it is.
   */
  readAgain(id: string, path: string | null): number[]
}

/** Why a file could not be copied that may be there now. */
const goneMeanwhile: ReadonlySet<string | null> = new Set(['not_found', 'conflict', 'unavailable'])

function isUncopied({ status, stage, errorCode }: DocumentRow, moved: boolean): boolean {
  if (status === 'error') return goneMeanwhile.has(errorCode)
  const atWork = status === 'pending' || status === 'processing'
  return moved && atWork && (stage === 'waiting' || stage === 'acquire')
}

/** Over the documents of a database. */
export function createDocumentSources({
  db,
  ingest,
}: {
  readonly db: Database
  readonly ingest: Pick<Ingest, 'abandon'>
}): DocumentSources {
  return {
    readAgain(id, path) {
      const document = findDocument(db, id)
      if (document === undefined || document.deletedAt !== null) return []
      const waiting = [document, ...unreadVersions(db, id)].filter((row) => isUncopied(row, path !== null))
      for (const row of waiting) {
        ingest.abandon(row.number)
        changeDocument(db, row.number, {
          ...(path === null ? {} : { source: path }),
          ...{ status: 'pending', stage: 'waiting', ...withoutFailure(row) },
        })
      }
      return waiting.map(({ number }) => number)
    },

    set(id, { path, gone }) {
      const row = findDocument(db, id)
      if (row === undefined) return false
      const title = titleFromPath(path)
      const follows = row.titleChosen === 0 && row.title === titleFromPath(row.source) && title !== row.title
      const renamed = fileNameText(path) !== fileNameText(row.source)
      const retitled = (follows || renamed) && row.status === 'complete'
      changeDocument(db, row.number, {
        source: path,
        sourceGone: gone ? 1 : 0,
        ...(follows ? { title } : {}),
        ...(retitled ? { stage: 'index' as const } : {}),
      })
      return retitled
    },
  }
}
