import type { EmbeddingStatus } from '../../../shared/contract/embedding'
import { problemOf } from '../../../shared/sentences/sentence'
import type { EmbeddingSettings } from '../../db/embedding-settings'
import type { Database } from '../../db/open'
import { liveSet } from '../../db/vector-sets'
import type { EventHub } from '../../publish'
import type { CountedSet } from './counted-set'
import type { ServerKeys } from './server-keys'
import type { Work } from './work'

/** What is told of the vectors: to who asks, and to everyone when it changes. */
export interface ToldStatus {
  status(): Promise<EmbeddingStatus>
  /** Tells everyone, and answers what was told. */
  tell(): Promise<EmbeddingStatus>
  /** Tells everyone in the background. */
  announce(): void
  /** Announces nothing any more. */
  close(): void
}

/** What the status is made of. */
export interface ToldStatusParts {
  readonly db: Database
  readonly hub: Pick<EventHub, 'publish'>
  readonly keys: Pick<ServerKeys, 'has'>
  readonly counts: Pick<CountedSet, 'get'>
  readonly settings: () => EmbeddingSettings
  readonly workState: Work['state']
  readonly report: (error: unknown) => void
}

/** Has told nothing yet. */
export function createToldStatus(parts: ToldStatusParts): ToldStatus {
  const { db, hub, keys, counts, settings, workState, report } = parts
  let closed = false

  async function status(): Promise<EmbeddingStatus> {
    const hasKey = await keys.has(settings().choice.address)
    const { passages, stored } = await counts.get()
    // From here on nothing is waited for: a state that is told later is never an older one.
    const { enabled, choice, paused } = settings()
    const live = liveSet(db.raw)
    const { state, problem } = workState()
    return {
      enabled,
      choice,
      hasKey,
      state: !enabled ? 'off' : paused ? 'paused' : state,
      ...problemOf(enabled && !paused ? problem : null),
      passages,
      inUse: enabled && live !== undefined ? { model: live.model, dimensions: live.dimensions } : null,
      stored,
    }
  }

  async function tell(): Promise<EmbeddingStatus> {
    const told = await status()
    hub.publish({ type: 'embedding', status: told })
    return told
  }

  return {
    status,
    tell,
    announce() {
      if (closed) return
      tell().catch((error: unknown) => {
        if (!closed) report(error)
      })
    },
    close() {
      closed = true
    },
  }
}
