import { z } from 'zod'
import { documentStatusSchema } from '../../../shared/contract/library'
import { defineWriteTool } from '../../../shared/tool/define'
import { collectionId, documentPresence, metadata, title } from './schemas'
import { hostsOf, pagesInverse, pagesPlan } from './web'

const skippedFiles = z.array(z.object({ path: z.string(), reason: z.string() }))

/** Everything that adding a file, or the files of an archive, needs. */
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
  /** The files of an archive that are to be added. */
  members: z
    .array(z.object({ source: z.string(), label: z.string(), size: z.number(), sha256: z.string() }))
    .optional(),
  /** Those that are not, with the reason. */
  skipped: skippedFiles.optional(),
})
/** See {@link filePlan}. */
export type FilePlan = z.infer<typeof filePlan>

/** Adds a file, the files of an archive, or a page. */
export const addDocument = defineWriteTool({
  name: 'add_document',
  class: 'safe_create',
  title: 'Add document',
  description:
    'Adds one file, or the page at a web address, to the library (PDF, Office, OpenDocument, EPUB, HTML, Markdown, RTF, e-mail, CSV, JSON, text, source code): a copy is kept, its text extracted and made searchable in the background; get_document_status tells how far it is. A ZIP archive is opened: each file in it that the library reads becomes a document, all in one go; archives inside it are left out. The file must be in a granted folder. A file whose content is already in the collection is not added twice.',
  input: z.strictObject({
    source: z
      .string()
      .min(1)
      .max(4096)
      .describe('Absolute path of the file, or a whole web address with https:// or http://'),
    collection_id: collectionId.optional().describe('Default: the collection “Documents”'),
    title: title
      .optional()
      .describe('Default: the title that the document itself gives, else the file name; not for an archive'),
    metadata: metadata.optional().describe('Names and values, all text'),
  }),
  plan: z.union([pagesPlan, filePlan]),
  inverse: z.union([documentPresence, z.object({ documents: z.array(documentPresence) }), pagesInverse]),
  output: z.object({
    document_id: z.string(),
    title: z.string(),
    status: documentStatusSchema,
    /** True when the content was in the library before and nothing was added. */
    duplicate: z.boolean(),
    /** Of an archive: all that was added, of which the fields above tell the first, and what was left out. */
    succeeded: z.number().optional(),
    failed: z.number().optional(),
    results: z
      .array(z.object({ document_id: z.string(), title: z.string(), status: documentStatusSchema }))
      .optional(),
    skipped: skippedFiles.optional(),
  }),
  aliases: [],
  primary: 'source',
  sendsTo: ({ source }) => hostsOf(source),
})
