import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { embeddingChoiceSchema } from '../../shared/contract/embedding'
import type { Database } from './open'
import { settings } from './schema'
import { parseStored } from './stored-json'

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
  const row = db.orm.select().from(settings).where(eq(settings.key, key)).get()
  return row === undefined
    ? embeddingDefaults
    : storedSchema.catch(embeddingDefaults).parse(parseStored(row.value))
}

/** Stores what is set. */
export function writeEmbeddingSettings(db: Database, value: EmbeddingSettings): void {
  const text = JSON.stringify(value)
  db.orm
    .insert(settings)
    .values({ key, value: text })
    .onConflictDoUpdate({ target: settings.key, set: { value: text } })
    .run()
}
