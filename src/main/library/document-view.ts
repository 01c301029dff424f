import type { Document } from '../../shared/contract/document'
import type { ExtractionWarning } from '../../shared/contract/extraction-warnings'
import type { AppError } from '../../shared/errors'
import { problemOf, type Words, wordsOf } from '../../shared/sentences/sentence'
import { readWarnings } from '../db/document-readings'
import type { DocumentRow } from '../db/documents'

/** How far the work on a document is. */
export type IngestProgress = {
  readonly stage: DocumentRow['stage']
  readonly done: number
  readonly total: number | null
}

/**
 * A row as everyone outside sees it; `progress` lives in memory while the document is at work. `shown` tells a source as
 * people know it.
 */
export function toDocument(
  row: DocumentRow,
  progress: IngestProgress | undefined,
  shown: (source: string) => string = (source) => source,
): Document {
  const shownSource = shown(row.source)
  // What memory knows of a document is about its work alone, and may be one step behind the row's end.
  const atWork = row.status === 'processing' ? progress : undefined
  return {
    id: row.id,
    collectionId: row.collectionId,
    title: row.title,
    mime: row.mime,
    source: row.source,
    ...(shownSource === row.source ? {} : { shownSource }),
    sha256: row.sha256,
    size: row.size,
    status: row.status,
    stage: atWork?.stage ?? row.stage,
    progress: { done: atWork?.done ?? row.progressDone, total: atWork?.total ?? row.progressTotal },
    ...errorOf(row),
    locked: row.status === 'error' && row.errorCode === 'locked',
    unreadPictures: (row.status === 'error' || row.status === 'complete') && row.picturePages > 0,
    warnings: row.status === 'complete' ? readWarnings(row).length : 0,
    pages: row.pages,
    chunks: row.chunks,
    tokens: row.tokens,
    tags: parseTags(row.tags),
    metadata: parseMetadata(row.metadata),
    addedAt: row.addedAt,
    updatedAt: row.updatedAt,
    sourceGone: row.sourceGone === 1,
  }
}

/**
 * Why a document could not be read, as it is stored beside the English words of it, behind what is known of an earlier
 * reading that it still has: JSON.
 */
export function whyFailed(
  { message: text, said }: AppError,
  earlier: readonly ExtractionWarning[] = [],
): string {
  const why = said === undefined ? [] : [{ text, said, places: [] } satisfies ExtractionWarning]
  return JSON.stringify([...earlier, ...why])
}

/** Why a document could not be read; null where nothing is said. */
export function whyUnread(row: Pick<DocumentRow, 'errorMessage' | 'warnings'>): Words | null {
  const { errorMessage } = row
  if (errorMessage === null) return null
  // What failed before sentences were stored has its English words alone.
  const said = readWarnings(row).find(({ text }) => text === errorMessage)?.said
  return wordsOf({ message: errorMessage, said })
}

function errorOf(row: Pick<DocumentRow, 'errorMessage' | 'warnings'>): Pick<Document, 'error' | 'said'> {
  const { problem: error, ...said } = problemOf(whyUnread(row))
  return { error, ...said }
}

function parseTags(json: string): string[] {
  // Only this service writes these two columns, from values that were parsed.
  return JSON.parse(json) as string[]
}

function parseMetadata(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>
}
