import { placeOf } from './failure'
import type { EmbeddingService } from './service'

/** What the doctor says of it: which model makes the vectors, how far it is, and what is wrong. */
export async function examineMeaning({
  status,
  models,
}: Pick<EmbeddingService, 'status' | 'models'>): Promise<{ ok: boolean; detail: string }> {
  const { enabled, choice, problem, passages, inUse } = await status()
  if (!enabled) return { ok: true, detail: 'Off: the library is searched by words alone' }
  const missing = choice.provider === 'local' && (await models.ready(choice.model)) === null
  const uses = inUse === null ? 'searches use words alone so far' : `searches use ${inUse.model}`
  const known = `${placeOf(choice)}; ${passages.done} of ${passages.total} passages have their vector; ${uses}`
  if (missing) return { ok: false, detail: `${known}. The model is not there: download it in Settings` }
  return { ok: problem === null, detail: problem === null ? known : `${known}. ${problem}` }
}
