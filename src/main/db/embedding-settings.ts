import { z } from 'zod'
import { embeddingChoiceSchema } from '../../shared/contract/embedding'
import type { Database } from './open'
import { storedValue, storeValue } from './stored-value'

const storedSchema = z.object({
  enabled: z.boolean(),
  paused: z.boolean(),
  choice: embeddingChoiceSchema,
})
/** What a person has set about vectors. */
export type EmbeddingSettings = z.infer<typeof storedSchema>

/** Off, until a person chooses a model. */
const embeddingDefaults: EmbeddingSettings = {
  enabled: false,
  paused: false,
  choice: { provider: 'ollama', address: '', model: '' },
}

const key = 'embedding'

/** What is set; what no longer fits its type counts as not set. */
export function readEmbeddingSettings(db: Database): EmbeddingSettings {
  return storedValue(db, key, storedSchema) ?? embeddingDefaults
}

/** Stores what is set. */
export function writeEmbeddingSettings(db: Database, value: EmbeddingSettings): void {
  storeValue(db, key, value)
}
