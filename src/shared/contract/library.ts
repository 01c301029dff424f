import { z } from 'zod'
import { reasonSchema, saidSchema } from '../sentences/sentence'
import { oneLine } from '../text/one-line'
import { addressLimit } from '../web/web-address'
import { procedure } from './base'
import { documentSchema, documentTitleLimit } from './document'
import { documentLayoutSchema, foundWordsSchema, placedTextSchema, rectSchema } from './document-layout'
import {
  documentFacetsSchema,
  documentFilterSchema,
  documentIdsLimit,
  documentRowsLimit,
  rowsInput,
} from './document-table'
import { correctionSchema, foreignLanguageSchema, passageSchema, searchedBySchema } from './passages'

/** The collection where documents go when none is named; it can't be deleted. */
export const defaultCollectionId = 'default'

/** A named group of documents. */
export const collectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  documents: z.number(),
  createdAt: z.number(),
})
/** See {@link collectionSchema}. */
export type Collection = z.infer<typeof collectionSchema>

/** A folder that a person has watched for a collection. */
export const watchedFolderSchema = z.object({
  id: z.string(),
  /** Canonical. */
  path: z.string(),
  collectionId: z.string(),
  documents: z.number(),
  /** Documents of it whose file is gone. */
  gone: z.number(),
  /** `idle` where nothing looks at it, because no window or host is open. */
  state: z.enum(['idle', 'looking', 'watching', 'unavailable']),
  /** One sentence when `state` is `unavailable`. */
  problem: z.string().nullable(),
  said: saidSchema.optional(),
  /** Whether the system tells of changes; else they are looked for every half minute. Null before the first look. */
  told: z.boolean().nullable(),
  /** Files that can't be read, each with the reason; the first 20. */
  unread: z.array(reasonSchema.extend({ path: z.string() })),
  /** Milliseconds since 1970; null before the first look. */
  lastSeen: z.number().nullable(),
  createdAt: z.number(),
})
/** See {@link watchedFolderSchema}. */
export type WatchedFolder = z.infer<typeof watchedFolderSchema>

/** What was taken in, and files or pages that were not, each with the reason. */
const takenInSchema = z.object({
  documents: z.array(documentSchema),
  skipped: z.array(reasonSchema.extend({ path: z.string() })),
  /** The ids of those documents that were there before, with the same content. */
  known: z.array(z.string()),
  /** Those that were there and get a new content. */
  renewed: z.array(z.string()),
  /** Files or pages whose content was in the library already, or came with another one of them. */
  unchanged: z.number(),
})

/** Pages that came and show little, each with the reason: mostly that their scripts were not run. */
const unrunSchema = z.array(reasonSchema.extend({ path: z.string() }))

/** What a person added and what is on its way of it; what came while others were being read is told with those. */
const additionUnderWaySchema = takenInSchema.extend({
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  unrun: unrunSchema,
})
/** See {@link additionUnderWaySchema}. */
export type AdditionUnderWay = z.infer<typeof additionUnderWaySchema>

/**
 * A file that a browser handed over, and the documents that its files of that name became before, the newest first: of
 * which it is a new version, if of any, only a person can say, since a browser doesn't tell where its files lie.
 */
const sameNamedSchema = z.object({
  path: z.string(),
  /** What is to be added for it: the file, or the archive that it is in. */
  handed: z.string(),
  /** As people know it: its name, below the folders that were dropped. */
  name: z.string(),
  size: z.number(),
  documents: z.array(documentSchema),
})
/** See {@link sameNamedSchema}. */
export type SameNamed = z.infer<typeof sameNamedSchema>

/** What became of the file that a document was made from; `none` for one handed over by a browser, which tells no place, and for a page of the web, which is not asked. */
const sourceStateSchema = z.enum(['same', 'changed', 'unavailable', 'none'])
/** See {@link sourceStateSchema}. */
export type SourceState = z.infer<typeof sourceStateSchema>

/** The most documents that one batch changes: a proposal names each of them, and is shown whole. */
export const batchLimit = 2000

/** The most passages that one search answers. */
export const passagesLimit = 200
/** The longest words that a search is asked for, in characters. */
export const searchedWordsLimit = 10_000

/** What one call hands over of a document's file, in bytes. */
export const originalPartBytes = 2 * 1024 * 1024

/** The most matches that one search within a document answers. */
export const foundWordsLimit = 500

/** Characters of a pasted text; what is longer is better added as a file. */
export const pastedTextLimit = 1_000_000

/** The most pages that one crawl asks for. */
export const crawledPagesLimit = 500

/** The largest file (bytes) that a page may hand over: what the library would refuse anyway is refused before it is sent. */
export const uploadLimitBytes = 512_000_000
/** The most paths that one drop may bring. */
export const droppedPathsLimit = 10_000

/** A collection's name. */
/** Characters of a collection's name. */
export const collectionNameLimit = 100

export const collectionNameSchema = z.string().overwrite(oneLine).min(1).max(collectionNameLimit)

/** The library; every change goes through the gate as the person's own gesture. */
export const libraryContract = {
  collections: procedure.output(z.array(collectionSchema)),
  createCollection: procedure
    .input(
      z.strictObject({
        name: collectionNameSchema,
        description: z.string().max(1000).default(''),
      }),
    )
    .output(collectionSchema),
  documents: procedure
    .input(
      z.strictObject({
        collectionId: z.string().optional(),
        status: z.enum(['pending', 'complete', 'error', 'all']).default('all'),
        title: z.string().max(500).optional(),
        limit: z.number().int().min(1).max(1000).default(200),
        cursor: z.string().optional(),
      }),
    )
    .output(
      z.object({ documents: z.array(documentSchema), cursor: z.string().nullable(), total: z.number() }),
    ),
  document: procedure.input(z.strictObject({ id: z.string() })).output(documentSchema),
  /** Some rows of the table of documents. */
  rows: procedure
    .input(rowsInput.extend({ limit: z.number().int().min(1).max(documentRowsLimit) }))
    .output(z.object({ documents: z.array(documentSchema) })),
  /** The ids of some rows, for choosing what is not shown. */
  rowIds: procedure
    .input(rowsInput.extend({ limit: z.number().int().min(1).max(documentIdsLimit) }))
    .output(z.object({ ids: z.array(z.string()) })),
  /** How many rows the table has. */
  countRows: procedure
    .input(z.strictObject({ filter: documentFilterSchema }))
    .output(z.object({ documents: z.number() })),
  /** What the table can be filtered by. */
  facets: procedure
    .input(z.strictObject({ collectionId: z.string().optional() }))
    .output(documentFacetsSchema),
  /** Adds files and folders (recursively) by path; returns at once, progress arrives as events. */
  add: procedure
    .input(
      z.strictObject({
        paths: z.array(z.string().min(1)).min(1).max(droppedPathsLimit),
        collectionId: z.string().optional(),
        /** The run of an earlier part of the same drop, so that one undo takes all of it back. */
        runId: z.string().optional(),
        /** Leaves out what may be a new version of a document, for the person to say, and answers it as `sameNamed`. */
        asks: z.boolean().default(false),
        /** Only these of the files that are there; absent for all. */
        only: z.array(z.string().min(1)).max(droppedPathsLimit).optional(),
        /** Files of which a person said whose new versions they are. */
        versions: z
          .array(z.strictObject({ path: z.string().min(1), documentId: z.string().min(1) }))
          .max(droppedPathsLimit)
          .default([]),
      }),
    )
    .output(takenInSchema.extend({ runId: z.string(), sameNamed: z.array(sameNamedSchema) })),
  /** What a person added last, while something of it is on its way; with `evenIfDone` also after that. */
  addition: procedure
    .input(z.strictObject({ evenIfDone: z.boolean() }))
    .output(additionUnderWaySchema.nullable()),
  /** The person wants to hear no more of what is on its way. */
  forgetAddition: procedure.output(z.object({})),
  /** Removes what a browser handed over and what is not added after all. */
  leaveOut: procedure
    .input(z.strictObject({ paths: z.array(z.string().min(1)).min(1).max(droppedPathsLimit) }))
    .output(z.object({})),
  /** Adds a pasted text as a document with this title. */
  addText: procedure
    .input(
      z.strictObject({
        title: z.string().trim().min(1).max(documentTitleLimit),
        text: z.string().min(1).max(pastedTextLimit),
        collectionId: z.string().optional(),
      }),
    )
    .output(takenInSchema),
  /** Fetches a page of the web, or pages of its site, and adds them; `progress` tells how far it is under this id. */
  addPages: procedure
    .input(
      z.strictObject({
        url: z.string().min(1).max(addressLimit),
        mode: z.enum(['single', 'crawl']).default('single'),
        maxPages: z.number().int().min(1).max(crawledPagesLimit).default(50),
        collectionId: z.string().optional(),
        progress: z.string().min(1).max(100),
      }),
    )
    .output(
      takenInSchema.extend({
        unrun: unrunSchema,
        /** Whether it was stopped before it was done. */
        stopped: z.boolean(),
      }),
    ),
  /** Stops fetching pages under this id; what came until then is added. False where it is over. */
  stopPages: procedure
    .input(z.strictObject({ progress: z.string().min(1).max(100) }))
    .output(z.object({ stopped: z.boolean() })),
  /** Stops taking in those of these documents that are at work or wait; answers how many. */
  cancelAll: procedure
    .input(z.strictObject({ ids: z.array(z.string()).max(droppedPathsLimit) }))
    .output(z.object({ cancelled: z.number() })),
  watchedFolders: procedure.output(z.array(watchedFolderSchema)),
  /** Watches a folder for a collection; with `grant`, tools may read it from then on, else that must be granted. */
  watchFolder: procedure
    .input(
      z.strictObject({
        path: z.string().min(1).max(4096),
        collectionId: z.string().optional(),
        grant: z.boolean().default(false),
      }),
    )
    .output(watchedFolderSchema),
  /** Stops watching; the documents stay. */
  unwatchFolder: procedure.input(z.strictObject({ id: z.string() })).output(watchedFolderSchema),
  cancel: procedure.input(z.strictObject({ id: z.string() })).output(documentSchema),
  /** Reads a locked PDF with its password, which is used for that alone; throws `locked` when it is a wrong one. */
  unlock: procedure
    .input(z.strictObject({ id: z.string(), password: z.string().min(1).max(1000) }))
    .output(documentSchema),
  /** Reads a document again; with `recognize` also the text in its pictures, whatever the settings say. */
  restart: procedure
    .input(z.strictObject({ id: z.string(), recognize: z.boolean().optional() }))
    .output(documentSchema),
  search: procedure
    .input(
      z.strictObject({
        query: z.string().max(searchedWordsLimit),
        collectionId: z.string().optional(),
        /** Only documents that have all of these. */
        tags: z.array(z.string()).max(50).optional(),
        /** Only documents of any of these MIME types, whole (`application/pdf`) or by their last part (`pdf`), or endings (`py`). */
        types: z.array(z.string()).max(50).optional(),
        /** Only documents added at this time or later (milliseconds since 1970). */
        addedFrom: z.number().optional(),
        /** Only documents added before this time. */
        addedBefore: z.number().optional(),
        documentId: z.string().optional(),
        /** Only documents that the table lists with these. */
        ...documentFilterSchema.pick({ status: true, pictures: true, goneFrom: true, text: true }).shape,
        /** Leaves out passages with a lower `similarity`. */
        minSimilarity: z.number().min(0).max(1).optional(),
        /** While it is typed, the last word of a query may be the beginning of one. */
        typing: z.boolean().optional(),
        /** By words alone, without asking for the query's vector: for each step of what is being typed. */
        quick: z.boolean().optional(),
        limit: z.number().int().min(1).max(passagesLimit).default(20),
      }),
    )
    .output(
      z.object({
        results: z.array(passageSchema),
        /** Whether passages beyond the limit fit too. */
        more: z.boolean(),
        tookMs: z.number(),
        /** Present while the index is being built: documents that wait, out of how many. */
        waiting: z.object({ documents: z.number(), of: z.number() }).optional(),
        /** Words that the library lacks, with what was searched for instead. */
        corrections: z.array(correctionSchema),
        /** The words that passages were found by, to be marked in them: without small ones, misspelt ones as corrected. */
        marked: z.array(z.string()),
        /** Documents of the results whose text is no Markdown: its signs are its own. */
        asWritten: z.array(z.string()),
        /** Documents of the results whose Markdown was written from another format: what looks like HTML in it is words. */
        writtenAnew: z.array(z.string()),
        /** The language of the query, present where it was searched by words and hardly anything in the library is in it. */
        foreign: foreignLanguageSchema.optional(),
        /** Present while vectors are in use. */
        searchedBy: searchedBySchema.optional(),
      }),
    ),
  /** The file that a document was made from, as it was then, in parts of {@link originalPartBytes}. */
  original: procedure
    .input(
      z.strictObject({
        id: z.string(),
        /** Bytes. */
        start: z.number().int().min(0),
        /** The hash that came with the first part: where another version has come since, nothing is answered. */
        of: z.string().optional(),
      }),
    )
    .output(
      z.object({
        /** What a file of it is called. */
        name: z.string(),
        base64: z.string(),
        /** Of the whole, in bytes. */
        size: z.number(),
        /** Of the whole. */
        sha256: z.string(),
      }),
    ),
  /** One page of a paged document as a picture, with where the words of its text stand on it. */
  page: procedure
    .input(
      z.strictObject({
        id: z.string(),
        page: z.number().int().min(1),
        /** Pixels. */
        width: z.number().int().min(100).max(4000).default(1200),
      }),
    )
    .output(
      z.object({
        page: z.number(),
        pages: z.number(),
        /** The number that it has in print, where that is told and another than `page`. */
        label: z.string().nullable(),
        /** `data:image/png;base64,…` */
        image: z.string(),
        width: z.number(),
        height: z.number(),
        /** The page's text, for reading aloud and copying. */
        text: z.string(),
        /** Of `text`, in its order; empty where that is not known. */
        words: z.array(placedTextSchema),
      }),
    ),
  /** Where ranges of a document's text stand on one of its pages: for each one rectangle per line, none elsewhere. */
  marks: procedure
    .input(
      z.strictObject({
        id: z.string(),
        page: z.number().int().min(1),
        ranges: z.array(z.object({ start: z.number(), end: z.number() })).max(foundWordsLimit),
      }),
    )
    .output(z.array(z.array(rectSchema))),
  /** How a document is shown. */
  layout: procedure
    .input(
      z.strictObject({
        id: z.string(),
        /** As text, also where pages could be drawn. */
        asText: z.boolean().default(false),
      }),
    )
    .output(documentLayoutSchema),
  /** Looks for words within one document, letter by letter. */
  find: procedure
    .input(z.strictObject({ id: z.string(), words: z.string().trim().min(1).max(200) }))
    .output(z.object({ matches: z.array(foundWordsSchema), more: z.boolean() })),
  /** Whether the file that it was made from is still the same; reads that file. */
  sourceState: procedure.input(z.strictObject({ id: z.string() })).output(sourceStateSchema),
  /** A piece of the extracted text. */
  text: procedure
    .input(
      z.strictObject({
        id: z.string(),
        start: z.number().int().min(0).default(0),
        length: z.number().int().min(1).max(200_000).default(50_000),
      }),
    )
    .output(z.object({ text: z.string(), start: z.number(), total: z.number() })),
}
