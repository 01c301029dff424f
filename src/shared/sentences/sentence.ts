import { z } from 'zod'

/** What a sentence says, beside its English words: its code in the catalogue and what goes into it. */
export const saidSchema = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
})
/** See {@link saidSchema}. */
export type Said = z.infer<typeof saidSchema>

/** What sentences say, by their English words: so that the window can say them in its own language. */
export const saidByTextSchema = z.record(z.string(), saidSchema)
/** See {@link saidByTextSchema}. */
export type SaidByText = z.infer<typeof saidByTextSchema>

/** A sentence of the catalogue. The model, other programs and the command line are given its English words. */
export interface Sentence {
  readonly text: string
  readonly said: Said
}

/** A sentence of the catalogue, or one that has English words alone. */
export type Words = string | Sentence

/** The English words. */
export function textOf(words: Words): string {
  return typeof words === 'string' ? words : words.text
}

/** What these say, by their English words. */
export function saidOf(all: readonly Words[]): SaidByText {
  return Object.fromEntries(
    all.flatMap((words) => (typeof words === 'string' ? [] : [[words.text, words.said]])),
  )
}
