import { z } from 'zod'
import { documentStatusSchema } from '../../../shared/contract/document'
import { reasonSchema } from '../../../shared/sentences/sentence'
import { defineWriteTool } from '../../../shared/tool/define'
import { collectionId, documentPresence, documentsInverse, metadata, title } from './schemas'
import { hostsOf, pagesInverse, pagesPlan } from './web'

const skippedFiles = z.array(reasonSchema.extend({ path: z.string() }))

/** The document that a file was made into before, or that it is said to be of: another content is its new version. */
const plannedRenewal = z.object({
  document_id: z.string(),
  title: z.string(),
  /** Of the content that it has. */
  sha256: z.string().nullable(),
  /** Whether a person said which document it is; else it is the one that was made from the file at this path. */
  named: z.literal(true).optional(),
})
/** See {@link plannedRenewal}. */
export type PlannedRenewal = z.infer<typeof plannedRenewal>

/** A file as it was looked at. */
const plannedFile = z.object({
  /** Canonical; within an archive below the archive's own path. */
  source: z.string(),
  label: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** Null for a file in an archive. */
  modified_ms: z.number().nullable(),
  /** Absent for a file that is new. */
  renews: plannedRenewal.optional(),
})
/** See {@link plannedFile}. */
export type PlannedFile = z.infer<typeof plannedFile>

/** Everything that adding several files needs: those of a folder, of an archive, or what a person handed over. */
const filesPlan = z.object({
  /** Canonical: the folder, the archive, or the folder that all of them are in. */
  path: z.string(),
  /** Whether a grant lets it be read; else the person handed it over, and what is in archives is stored already. */
  granted: z.boolean(),
  /** Of the folder or the archive; empty where the person named the files. */
  name: z.string(),
  collection_id: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** The archives that some of them are in, as they were looked at. */
  archives: z.array(
    z.object({
      path: z.string(),
      sha256: z.string(),
      /** As the file system said. Older plans lack both. */
      size: z.number().optional(),
      modified_ms: z.number().optional(),
    }),
  ),
  members: z.array(plannedFile),
  /** Those that are not added, with the reason. */
  skipped: skippedFiles,
})
/** See {@link filesPlan}. */
export type FilesPlan = z.infer<typeof filesPlan>

/** Everything that adding a file needs. */
const filePlan = z.object({
  /** Canonical. */
  path: z.string(),
  /** Whether a grant lets it be read; else the person handed it over. */
  granted: z.boolean(),
  name: z.string(),
  size: z.number(),
  modified_ms: z.number(),
  sha256: z.string(),
  collection_id: z.string(),
  title: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** The document that has this content already. */
  existing: z.string().nullable(),
  /** A file of an archive, whose content was stored when it was unpacked. */
  entry: z.boolean().optional(),
  /** Absent for a file that is new. */
  renews: plannedRenewal.optional(),
  /** An archive as former versions planned it is not added as one file. */
  members: z.undefined().optional(),
})

/** Adds a file, the files of a folder or an archive, or a page. */
export const addDocument = defineWriteTool({
  name: 'add_document',
  class: 'safe_create',
  title: 'Add a document',
  description:
    'Adds a file, the files of a folder and the folders below it, or the page at a web address, to the library (PDF, Office, OpenDocument, e-books, web pages, Markdown, RTF, e-mail, calendars, notebooks, CSV, JSON, text, source code): a copy is kept, its text extracted and made searchable in the background; get_document_status tells how far it is. A ZIP archive is opened: each file in it that the library reads becomes a document; archives inside it are left out. A folder or an archive is added in one go. It must be in a granted folder. A file whose content is already in the collection is not added twice; one that was added before and has changed becomes the new version of its document, whose title, tags and metadata stay.',
  input: z.strictObject({
    source: z
      .string()
      .min(1)
      .max(4096)
      .describe('Absolute path of the file or folder, or a whole web address with https:// or http://'),
    collection_id: collectionId.optional().describe('Default: the collection “Documents”'),
    title: title
      .optional()
      .describe(
        'Default: the title that the document itself gives, else the file name; not for a folder or an archive',
      ),
    metadata: metadata.optional().describe('Names and values, all text'),
  }),
  plan: z.union([pagesPlan, filesPlan, filePlan]),
  inverse: z.union([documentPresence, documentsInverse, pagesInverse]),
  output: z.object({
    document_id: z.string(),
    title: z.string(),
    status: documentStatusSchema,
    /** True when the content was in the library before and nothing was added; what could not be read is read again. */
    duplicate: z.boolean(),
    /** True when it is the new version of a document that was there. */
    new_version: z.boolean().optional(),
    /** Of a folder or an archive: all that was added, of which the fields above tell the first, and what was left out. */
    succeeded: z.number().optional(),
    failed: z.number().optional(),
    results: z
      .array(
        z.object({
          document_id: z.string(),
          title: z.string(),
          status: documentStatusSchema,
          /** The file that it was made from. */
          source: z.string().optional(),
          new_version: z.boolean().optional(),
          /** True when its content was in the library before, could not be read, and is read again. */
          duplicate: z.boolean().optional(),
        }),
      )
      .optional(),
    skipped: skippedFiles.optional(),
  }),
  aliases: [],
  primary: 'source',
  sendsTo: ({ source }) => hostsOf(source),
})
