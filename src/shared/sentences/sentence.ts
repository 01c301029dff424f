import { z } from 'zod'

const codeAndValues = {
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
}

/** What a sentence says, beside its English words: its code in the catalogue and what goes into it. */
export const saidSchema = z.object({
  ...codeAndValues,
  /** What sentences among its values say, and those among theirs, by their English words. */
  inner: z.record(z.string(), z.object(codeAndValues)).optional(),
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

/** What an error says, as a sentence where it is one of the catalogue. */
export function wordsOf({
  message,
  said,
}: {
  readonly message: string
  readonly said?: Said | undefined
}): Words {
  return said === undefined ? message : { text: message, said }
}

/** What went wrong, as it travels in a status. */
export function problemOf(words: Words | null): { problem: string | null; said?: Said } {
  if (words === null || typeof words === 'string') return { problem: words }
  return { problem: words.text, said: words.said }
}

/** Why something was left out, as it travels. */
export const reasonSchema = z.object({ reason: z.string(), said: saidSchema.optional() })
/** See {@link reasonSchema}. */
export type Reason = z.infer<typeof reasonSchema>

/** See {@link reasonSchema}. */
export function reasonOf(words: Words): Reason {
  return typeof words === 'string' ? { reason: words } : { reason: words.text, said: words.said }
}

/** What these say, by their English words. */
export function saidOf(all: readonly Words[]): SaidByText {
  return Object.fromEntries(
    all.flatMap((words) => (typeof words === 'string' ? [] : [[words.text, words.said]])),
  )
}

/** The values of a sentence, of which those that are words may be sentences themselves. */
export type Given<V> = { readonly [K in keyof V]: string extends V[K] ? V[K] | Sentence : V[K] }

/** Makes sentences of one subject. */
export function sayingOf<Catalogue extends { readonly [C in keyof Catalogue]: (values: never) => string }>(
  catalogue: Catalogue,
) {
  return <C extends keyof Catalogue & string>(
    code: C,
    ...[given]: Parameters<Catalogue[C]> extends [infer V] ? [Given<V>] : []
  ): Sentence => {
    const entries = Object.entries<Words | number | boolean | readonly string[]>(given ?? {})
    const values = Object.fromEntries(
      entries.map(([name, value]) => [name, isSentence(value) ? value.text : value]),
    )
    const inner = Object.fromEntries(entries.flatMap(([, value]) => (isSentence(value) ? within(value) : [])))
    // The compiler does not see that a code and its values belong together.
    const said = { code, values: values as Said['values'] }
    const text = catalogue[code](values as never)
    return { text, said: Object.keys(inner).length === 0 ? said : { ...said, inner } }
  }
}

/** What a sentence says, and those in it, each with its English words. */
function within({ text, said: { code, values, inner } }: Sentence) {
  return [...Object.entries(inner ?? {}), [text, { code, values }] as const]
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && 'said' in value
}
