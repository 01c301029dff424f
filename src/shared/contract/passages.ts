import { z } from 'zod'

/** A passage that a search found; the field names are part of the outside interface. */
export const passageSchema = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  title: z.string(),
  page: z.number().optional(),
  section: z.string().optional(),
  /** Character range in the document's extracted text. */
  start: z.number(),
  end: z.number(),
  /**
   * The ranking's own value: of words BM25F with feedback, comparable within one answer only; of words and vectors
   * their weighted sum, 0 to 1; of vectors the cosine.
   */
  score: z.number(),
  /**
   * 0 to 1: the score as a share of the best passage's of this answer, which has 1; when vectors alone found it, the
   * cosine of its vector and the query's.
   */
  similarity: z.number(),
  text: z.string(),
})
/** See {@link passageSchema}. */
export type Passage = z.infer<typeof passageSchema>

/** What an answer was found by: words, vectors (nothing has a word of the query), or both together. */
const searchModeSchema = z.enum(['words', 'vectors', 'hybrid'])
/** See {@link searchModeSchema}. */
export type SearchMode = z.infer<typeof searchModeSchema>

/** What a search says of itself while vectors are in use. */
export const searchedBySchema = z.object({
  mode: searchModeSchema,
  /** Why words alone were searched although vectors are in use: one sentence. */
  notice: z.string().optional(),
})
/** See {@link searchedBySchema}. */
export type SearchedBy = z.infer<typeof searchedBySchema>
