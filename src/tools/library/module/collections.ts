import { z } from 'zod'
import { defineReadTool, defineWriteTool } from '../../../shared/tool/define'
import {
  collectionFields,
  collectionId,
  collectionName,
  collectionPresence,
  collectionStateSchema,
  description,
} from './schemas'

/** The collections there are. */
export const listCollections = defineReadTool({
  name: 'list_collections',
  title: 'List collections',
  description: 'Lists the collections of the library with the number of documents in each.',
  input: z.strictObject({}),
  output: z.object({ collections: z.array(collectionStateSchema) }),
  aliases: [],
})

/** Makes a collection. */
export const createCollection = defineWriteTool({
  name: 'create_collection',
  class: 'safe_create',
  title: 'Create a collection',
  description: 'Makes a new, empty collection. Names are unique, whatever their case.',
  input: z.strictObject({ name: collectionName, description: description.optional() }),
  plan: collectionFields.extend({
    /** The id that it will have, so that what is proposed after it can name it; absent in older proposals. */
    collection_id: z.string().optional(),
  }),
  inverse: collectionPresence,
  output: collectionStateSchema,
  aliases: [],
  primary: 'name',
})

/** Renames or describes a collection anew. */
export const updateCollection = defineWriteTool({
  name: 'update_collection',
  class: 'safe_update',
  title: 'Update a collection',
  description: 'Changes the name or the description of a collection.',
  input: z.strictObject({
    collection_id: collectionId,
    name: collectionName.optional(),
    description: description.optional(),
  }),
  plan: z.object({ collection_id: z.string(), before: collectionFields, after: collectionFields }),
  inverse: z.object({ collection_id: z.string(), before: collectionFields, after: collectionFields }),
  output: collectionStateSchema,
  aliases: [],
  primary: 'collection_id',
})

/** Deletes a collection with all that is in it. */
export const deleteCollection = defineWriteTool({
  name: 'delete_collection',
  class: 'destructive_delete',
  title: 'Delete a collection',
  description:
    'Deletes a collection with every document in it. The files that the documents were made from are not touched. Undo brings all of it back for as long as Settings say that deleted things are kept.',
  input: z.strictObject({ collection_id: collectionId }),
  plan: z.object({
    collection_id: z.string(),
    name: z.string(),
    /** The ids of what is lost, so that apply can tell whether it still is the same. */
    documents: z.array(z.string()),
    /** Of the collection and all its documents as they were shown; nothing is deleted without, as in older proposals. */
    fingerprint: z.string().optional(),
    /** Those whose titles were still to be read. */
    untitled: z.array(z.string()).optional(),
  }),
  inverse: collectionPresence,
  output: collectionStateSchema,
  aliases: [],
  primary: 'collection_id',
})
