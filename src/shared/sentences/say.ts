import { commandSentences } from './commands'
import { conflictSentences } from './conflicts'
import { extractionSentences } from './extraction'
import { fileSentences } from './files'
import { gateSentences } from './gate'
import { librarySentences } from './library'
import { runSentences } from './runs'
import type { Said, Sentence } from './sentence'
import { webSentences } from './web'

/**
 * Every sentence that the window says in its own language, in English. What is stored names sentences by their code:
 * one that needs other values gets another code.
 */
export const sentences = {
  ...gateSentences,
  ...conflictSentences,
  ...fileSentences,
  ...commandSentences,
  ...librarySentences,
  ...extractionSentences,
  ...runSentences,
  ...webSentences,
}

/** The code of a sentence. */
export type SentenceCode = keyof typeof sentences
/** What goes into a sentence. */
export type ValuesOf<C extends SentenceCode> =
  Parameters<(typeof sentences)[C]> extends [infer V] ? V : Record<never, never>

/** Makes a sentence. */
export function say<C extends SentenceCode>(
  code: C,
  ...[values]: Parameters<(typeof sentences)[C]>
): Sentence {
  // The compiler does not see that a code and its values belong together.
  const make = sentences[code] as (values: unknown) => string
  return { text: make(values), said: { code, values: { ...(values as Said['values'] | undefined) } } }
}
