import { z } from 'zod'
import {
  documentStatusSchema,
  documentTitleLimit,
  ingestStageSchema,
} from '../../../shared/contract/document'
import { warningPlaceSchema } from '../../../shared/contract/extraction-warnings'
import { collectionNameSchema } from '../../../shared/contract/library'
import { saidSchema } from '../../../shared/sentences/sentence'
import { tagsSchema } from '../../../shared/tags'
import { oneLine } from '../../../shared/text/one-line'
import { idLength } from '../../../shared/tool/lengths'

/** How tools name a document. */
export const documentId = z
  .string()
  .min(1)
  .max(idLength)
  .describe('The document’s id, as list_documents and search_library give it')
/** Whether the text in pictures is read too. */
export const recognizeText = z
  .boolean()
  .optional()
  .describe(
    'True to read the text in scanned pages and pictures too (OCR), on this machine; some seconds a page',
  )
/** What a plan to read a document again tells it by. */
export const plannedRestart = z.object({
  document_id: z.string(),
  title: z.string(),
  status: documentStatusSchema,
  /** Of its content; absent in older proposals. */
  sha256: z.string().nullable().optional(),
})
/** What a restart keeps to be taken back and repeated: whether it asked for recognition, and whether that was so before. */
export const restartInverse = z.object({
  document_id: z.string(),
  /** Where the document stood before. */
  status: documentStatusSchema,
  restart: z.boolean(),
  recognize_text: z.boolean().optional(),
  recognized_before: z.boolean().optional(),
})
/** See {@link restartInverse}. */
export type RestartInverse = z.infer<typeof restartInverse>
/** How tools name a collection. */
export const collectionId = z
  .string()
  .min(1)
  .max(idLength)
  .describe('The collection’s id, as list_collections gives it')
/** A document's title. */
export const title = z.string().overwrite(oneLine).min(1).max(documentTitleLimit)
/** The tags of a document. */
export const tags = tagsSchema
/** Names and values that were put down with a document. */
export const metadata = z
  .record(z.string().min(1).max(100), z.string().max(2000))
  .refine((record) => Object.keys(record).length <= 50, 'at most 50 entries')
/** A collection's name. */
export const collectionName = collectionNameSchema
/** What belongs in a collection. */
export const description = z.string().max(1000)

/** A document as the tools' state gives it. */
export const documentStateSchema = z.object({
  document_id: z.string(),
  collection_id: z.string(),
  title: z.string(),
  mime: z.string(),
  source: z.string(),
  status: documentStatusSchema,
  stage: ingestStageSchema,
  error: z.string().nullable(),
  said: saidSchema.optional(),
  /** Null for formats without pages. */
  pages: z.number().nullable(),
  chunks: z.number(),
  tokens: z.number(),
  /** Bytes. */
  size: z.number(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  /** Milliseconds since 1970. */
  added_at: z.number(),
})
/** See {@link documentStateSchema}. */
export type DocumentState = z.infer<typeof documentStateSchema>

/** How far a document's ingestion is, as the tools' state gives it. */
export const ingestStateSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  status: documentStatusSchema,
  stage: ingestStageSchema,
  progress: z.object({ done: z.number(), total: z.number().nullable() }),
  error: z.string().nullable(),
  said: saidSchema.optional(),
  pages: z.number().nullable(),
  chunks: z.number(),
  tokens: z.number(),
  /** What could not be read of it, and where; absent where there is nothing to tell. */
  warnings: z
    .array(z.object({ text: z.string(), said: saidSchema.optional(), places: z.array(warningPlaceSchema) }))
    .optional(),
})

/** A collection as the tools' state gives it. */
export const collectionStateSchema = z.object({
  collection_id: z.string(),
  name: z.string(),
  description: z.string(),
  documents: z.number(),
})

/** What may be changed of a document, as plans and inverses keep it. */
export const documentFields = z.object({
  title: z.string(),
  title_chosen: z.boolean(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  collection_id: z.string(),
})
/** A change of what may be changed of a document. */
export const changedDocument = z.object({
  document_id: z.string(),
  before: documentFields,
  after: documentFields,
})
/** The same as it is planned. */
export const plannedChange = changedDocument.extend({
  /** Whether its title was still to be read, and is not what is changed; absent in older proposals. */
  untitled: z.boolean().optional(),
})
/** What may be changed of a collection. */
export const collectionFields = z.object({ name: z.string(), description: z.string() })

/** What a plan to delete a document tells it by, beside what it shows. */
export const shownDocument = {
  /** Of all that may be changed of it, and its content; nothing is deleted without, as in older proposals. */
  fingerprint: z.string().optional(),
  /** Whether its title was still to be read. */
  untitled: z.boolean().optional(),
}

/** Undoing a document's arrival or removal: whether it is to be there afterwards. */
export const documentPresence = z.object({
  document_id: z.string().nullable(),
  present: z.boolean(),
  /** What it was when it came or went, so that what was changed since is noticed; absent in older entries. */
  was: documentFields.extend({ sha256: z.string().nullable() }).optional(),
  /** Another document that goes when this one comes, and the other way round. */
  swap: z.string().optional(),
  /** The collection that it comes into, where its own is no longer there. */
  into: z.string().optional(),
  /** What stood in the way was decided on. */
  settled: z.boolean().optional(),
})
/** A content that took the place of another in a document. */
export const documentVersion = z.object({
  document_id: z.string(),
  /** Under which the content is kept that is not the document's. */
  version_id: z.string(),
  from: z.string().nullable(),
  to: z.string(),
})
/** Undoing that documents came or went, and that others got a new content. */
export const documentsInverse = z.object({
  documents: z.array(documentPresence),
  /** Absent in older entries, and where there are none. */
  versions: z
    .array(documentVersion.extend({ /** Whether it is to have the new content. */ present: z.boolean() }))
    .optional(),
})
/** See {@link documentsInverse}. */
export type DocumentsInverse = z.infer<typeof documentsInverse>
/** Undoing a collection's arrival or removal. */
export const collectionPresence = z.object({
  collection_id: z.string(),
  name: z.string(),
  present: z.boolean(),
  /** What it was, and had, when it came or went; absent in older entries. */
  was: collectionFields.extend({ documents: z.array(z.string()) }).optional(),
  settled: z.boolean().optional(),
})
/** See {@link documentPresence}. */
export type DocumentPresence = z.infer<typeof documentPresence>
/** See {@link collectionPresence}. */
export type CollectionPresence = z.infer<typeof collectionPresence>
