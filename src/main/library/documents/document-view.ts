import { z } from 'zod'
import type { Document } from '../../../shared/contract/document'
import { parsedJson } from '../../../shared/json/parsed-json'
import { problemOf } from '../../../shared/sentences/sentence'
import { readWarnings } from '../../db/document-readings'
import type { DocumentRow } from '../../db/documents'
import { storedTexts } from '../../db/stored-json'
import { whyUnread } from './document-failure'

/** How far the work on a document is. */
export type IngestProgress = {
  readonly stage: DocumentRow['stage']
  readonly done: number
  readonly total: number | null
}

/** What is known of a document beside its row. */
export type BesideRow = {
  /** Lives in memory while the document, or its new content, is at work. */
  readonly progress?: ((number: number) => IngestProgress | undefined) | undefined
  /** Tells a source as people know it. */
  readonly shown?: (source: string) => string
  /** The row of the content that is to take the place of this one. */
  readonly version?: DocumentRow | undefined
}

/** A row as everyone outside sees it. */
export function toDocument(row: DocumentRow, { progress, shown, version }: BesideRow = {}): Document {
  const shownSource = shown?.(row.source) ?? row.source
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
    ...howFar(row, progress),
    ...(version === undefined ? {} : { renewal: renewalOf(version, progress) }),
    ...errorOf(row),
    locked: row.status === 'error' && row.errorCode === 'locked',
    unreadPictures: (row.status === 'error' || row.status === 'complete') && row.picturePages > 0,
    warnings: row.status === 'complete' ? readWarnings(row).length : 0,
    pages: row.pages,
    chunks: row.chunks,
    tokens: row.tokens,
    tags: storedTexts.parse(parsedJson(row.tags)),
    metadata: storedMetadata.parse(parsedJson(row.metadata)),
    addedAt: row.addedAt,
    updatedAt: row.updatedAt,
    sourceGone: row.sourceGone === 1,
  }
}

function howFar(row: DocumentRow, progress: BesideRow['progress']): Pick<Document, 'stage' | 'progress'> {
  // What memory knows of a document is about its work alone, and may be one step behind the row's end.
  const atWork = row.status === 'processing' ? progress?.(row.number) : undefined
  return {
    stage: atWork?.stage ?? row.stage,
    progress: { done: atWork?.done ?? row.progressDone, total: atWork?.total ?? row.progressTotal },
  }
}

function renewalOf(version: DocumentRow, progress: BesideRow['progress']): Document['renewal'] {
  const { status } = version
  return {
    // What is read and has not taken its place yet is as good as at work.
    status: status === 'pending' || status === 'error' ? status : 'processing',
    ...howFar(version, progress),
    ...errorOf(version),
  }
}

/** A document that is complete has what was read; why that was not done again is one of its warnings. */
function errorOf(row: DocumentRow): Pick<Document, 'error' | 'said'> {
  const { problem: error, ...said } = problemOf(row.status === 'complete' ? null : whyUnread(row))
  return { error, ...said }
}

const storedMetadata = z.record(z.string(), z.string()).catch({})
