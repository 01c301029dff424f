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

/** What the file of a document that was found is called, which its title need not tell. */
export const namedFileSchema = z.object({ document_id: z.string(), name: z.string() })
/** See {@link namedFileSchema}. */
export type NamedFile = z.infer<typeof namedFileSchema>

/** A document that a search was asked for by its name and did not look into, with why its text is not read. */
export const unreadDocumentSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  /** It needs a password; is pictures whose text was not read; failed; was stopped; is being read or waits for it. */
  why: z.enum(['locked', 'pictures', 'failed', 'stopped', 'at_work']),
})
/** See {@link unreadDocumentSchema}. */
export type UnreadDocument = z.infer<typeof unreadDocumentSchema>

/** What a summary rests on: a sentence of a document, word for word. */
export const quotedSentenceSchema = z.object({
  chunk_id: z.string(),
  page: z.number().optional(),
  section: z.string().optional(),
  /** Character range in the document's extracted text. */
  start: z.number(),
  end: z.number(),
  sentence: z.string(),
})

/** A word that a query asks for, of scripts without spaces a few letters, and how much it tells. */
export const askedWordSchema = z.object({
  /** In lower case and without accents. */
  word: z.string(),
  /** By how few passages of the library have it: the natural logarithm of their inverse share; less for a word of any question. */
  rarity: z.number(),
})
/** See {@link askedWordSchema}. */
export type AskedWord = z.infer<typeof askedWordSchema>

/** A word of a query that stands nowhere in the library, and what was searched for instead. */
export const correctionSchema = z.object({
  word: z.string(),
  /** As the passages have it, in lower case, the commonest first. */
  instead: z.array(z.string()).min(1),
  /** Of a compound: the words of it that passages have, in its order. */
  parts: z.array(z.string()).optional(),
  /** Whether hardly anything else can be meant; else it may as well be a word that the library just lacks. */
  sure: z.boolean(),
})
/** See {@link correctionSchema}. */
export type Correction = z.infer<typeof correctionSchema>

/** What an answer was found by: words, vectors (nothing has a word of the query), or both together. */
const searchModeSchema = z.enum(['words', 'vectors', 'hybrid'])
/** See {@link searchModeSchema}. */
export type SearchMode = z.infer<typeof searchModeSchema>

/** The language of a query, by its ISO 639-1 code, of whose words most are not in the library, as hardly anything in it is in that language. */
export const foreignLanguageSchema = z.string()

/** What a search says of itself while vectors are in use. */
export const searchedBySchema = z.object({
  mode: searchModeSchema,
  /** Why words alone were searched although vectors are in use: one sentence. */
  notice: z.string().optional(),
})
/** See {@link searchedBySchema}. */
export type SearchedBy = z.infer<typeof searchedBySchema>
