import { z } from 'zod'
import { batchLimit } from '../../../shared/contract/library'
import { defineWriteTool } from '../../../shared/tool/define'
import {
  changedDocument,
  collectionId,
  documentId,
  documentsInverse,
  plannedChange,
  plannedRestart,
  recognizeText,
  restartInverse,
  shownDocument,
  tags,
} from './schemas'

// The batch forms of what interface.md gives for one document: those keep their shapes to the letter, and a thousand
// documents are one proposal, one entry of the ledger and one undo.

const documentIds = z
  .array(documentId)
  .min(1)
  .max(batchLimit)
  .describe(`The ids of the documents, up to ${batchLimit}`)

const done = z.object({
  succeeded: z.number(),
  /** Always 0: either everything is done or nothing. */
  failed: z.number(),
  results: z.array(z.object({ document_id: z.string(), title: z.string() })),
})

/** Changes tags and collection of several documents. */
export const updateDocuments = defineWriteTool({
  name: 'update_documents',
  class: 'safe_update',
  title: 'Update documents',
  description:
    'Adds tags to several documents, takes tags away from them, or moves them to another collection, all in one go. Other tags stay. Give all documents in one call.',
  input: z.strictObject({
    doc_ids: documentIds,
    add_tags: tags.optional().describe('Tags that each is to have'),
    remove_tags: tags.optional().describe('Tags that none is to have'),
    collection_id: collectionId.optional().describe('Moves them to this collection'),
  }),
  plan: z.object({ documents: z.array(plannedChange) }),
  inverse: z.object({ documents: z.array(changedDocument) }),
  output: done,
  aliases: [],
  primary: 'doc_ids',
})

/** Deletes several documents. */
export const deleteDocuments = defineWriteTool({
  name: 'delete_documents',
  class: 'destructive_delete',
  title: 'Delete documents',
  description:
    'Deletes several documents from the library, all in one go. The files that they were made from are not touched. Undo brings them back for as long as Settings say that deleted things are kept.',
  input: z.strictObject({ doc_ids: documentIds }),
  plan: z.object({
    documents: z.array(
      z.object({
        document_id: z.string(),
        title: z.string(),
        sha256: z.string().nullable(),
        collection_id: z.string(),
        pages: z.number(),
        passages: z.number(),
        size: z.number(),
        ...shownDocument,
      }),
    ),
  }),
  inverse: documentsInverse,
  output: done,
  aliases: [],
  primary: 'doc_ids',
})

/** Ingests several documents again. */
export const restartIngests = defineWriteTool({
  name: 'restart_ingests',
  class: 'safe_update',
  title: 'Index documents again',
  description:
    'Extracts and indexes several documents again, for instance those that failed, all in one go. Until each is done it is not found by searches. Documents that are being read already are left alone.',
  input: z.strictObject({ doc_ids: documentIds, recognize_text: recognizeText }),
  plan: z.object({
    documents: z.array(plannedRestart),
    recognize_text: z.boolean().optional(),
  }),
  inverse: z.object({ documents: z.array(restartInverse) }),
  output: done,
  aliases: [],
  primary: 'doc_ids',
})
