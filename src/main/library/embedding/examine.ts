import { say } from '../../../shared/sentences/say'
import { type Words, wordsOf } from '../../../shared/sentences/sentence'
import { placeOf } from './failure'
import type { EmbeddingService } from './service'

/** What the doctor asks. */
export type ExaminedEmbedding = Pick<EmbeddingService, 'status'> & {
  readonly models: Pick<EmbeddingService['models'], 'ready'>
}

/** What the doctor says of it: which model makes the vectors, how far it is, and what is wrong. */
export async function examineMeaning({
  status,
  models,
}: ExaminedEmbedding): Promise<{ ok: boolean; detail: Words }> {
  const { enabled, choice, problem, said, passages, inUse } = await status()
  if (!enabled) return { ok: true, detail: say('health.words_only') }
  const missing = choice.provider === 'local' && (await models.ready(choice.model)) === null
  const known = say('health.meaning', { ...placeOf(choice), ...passages, uses: inUse?.model ?? '' })
  if (missing) return { ok: false, detail: say('health.meaning_missing', { known }) }
  if (problem === null) return { ok: true, detail: known }
  return {
    ok: false,
    detail: say('health.meaning_fails', { known, why: wordsOf({ message: problem, said }) }),
  }
}
