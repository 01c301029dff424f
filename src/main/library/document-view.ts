import type { Document } from '../../shared/contract/library'
import type { DocumentRow } from '../db/documents'

/** How far the present stage is. */
export type IngestProgress = { readonly done: number; readonly total: number | null }

/** A row as everyone outside sees it; `progress` lives in memory while the document is at work. */
export function toDocument(row: DocumentRow, progress: IngestProgress | undefined): Document {
  return {
    id: row.id,
    collectionId: row.collectionId,
    title: row.title,
    mime: row.mime,
    source: row.source,
    sha256: row.sha256,
    size: row.size,
    status: row.status,
    stage: row.stage,
    progress: progress ?? { done: row.progressDone, total: row.progressTotal },
    error: row.errorMessage,
    pages: row.pages,
    chunks: row.chunks,
    tokens: row.tokens,
    tags: parseTags(row.tags),
    metadata: parseMetadata(row.metadata),
    addedAt: row.addedAt,
    updatedAt: row.updatedAt,
  }
}

function parseTags(json: string): string[] {
  // Only this service writes these two columns, from values that were parsed.
  return JSON.parse(json) as string[]
}

function parseMetadata(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>
}
