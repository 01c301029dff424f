import { AppError } from '../../../shared/errors'
import type { VectorSet } from '../../db/vector-sets'
import { createRecent } from '../../recent'
import type { QueryVector } from '../vectors/vector-index'
import type { EmbeddingModel, EmbedTexts } from './embedder'
import { EmbeddingFailure } from './failure'

/** The vector of a query, or why there is none; null while vectors are not in use. */
export type AskQueryVector = (
  query: string,
  signal?: AbortSignal,
) => Promise<{ readonly vector?: QueryVector; readonly notice?: string } | null>

/** A person waits for it: after this time words alone answer (milliseconds). */
const ANSWER_LIMIT_MS = 5000

/** After a provider did not answer, it is not asked for so long (milliseconds): no search then waits in vain. */
const AWAY_MS = 30_000

/** The vectors of so many queries are remembered: assistants and pages ask the same again. */
const REMEMBERED = 100

/** Makes what asks for the vectors of queries. */
export function createQueryVectors(options: {
  readonly embedTexts: EmbedTexts
  /** The set in use with its model; null while there is none. */
  readonly inUse: () => { readonly set: VectorSet; readonly model: () => Promise<EmbeddingModel> } | null
}): { ask: AskQueryVector; forgetAway(): void } {
  const known = createRecent<string, Float32Array<ArrayBuffer>>(REMEMBERED)
  let away: { since: number; notice: string } | null = null

  return {
    forgetAway() {
      away = null
    },
    async ask(query, signal) {
      const inUse = options.inUse()
      if (inUse === null) return null
      const { set } = inUse
      const key = `${set.number} ${query}`
      const remembered = known.get(key)
      if (remembered !== undefined) return { vector: { set: set.number, values: remembered } }
      if (away !== null && performance.now() - away.since < AWAY_MS) return { notice: away.notice }
      try {
        const model = await inUse.model()
        const asked = { timeoutMs: ANSWER_LIMIT_MS, ...(signal === undefined ? {} : { signal }) }
        const [values] = await options.embedTexts(model, 'query', [query], asked)
        away = null
        if (values?.length !== set.dimensions) {
          return { notice: `Only words were searched: ${model.model} now answers vectors of another length.` }
        }
        known.put(key, values)
        return { vector: { set: set.number, values } }
      } catch (error) {
        // A mistake of the program is no answer, and who gave up wants none.
        if (!(error instanceof AppError) || error.code === 'cancelled') throw error
        const notice = `Only words were searched: ${error.message}`
        // A refused text says nothing of the next one.
        const nextToo = !(error instanceof EmbeddingFailure) || error.retry !== 'other_texts'
        if (nextToo) away = { since: performance.now(), notice }
        return { notice }
      }
    },
  }
}
