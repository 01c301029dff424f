import {
  type EmbeddingChoice,
  type EmbeddingProvider,
  type EmbeddingStatus,
  embeddingProviderSchema,
} from '../../../shared/contract/embedding'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { createTurns } from '../../async/in-turn'
import { anyIngesting } from '../../db/documents'
import {
  type EmbeddingSettings,
  readEmbeddingSettings,
  writeEmbeddingSettings,
} from '../../db/embedding-settings'
import type { Database } from '../../db/open'
import { anyUnused, liveSet, type VectorSet } from '../../db/vector-sets'
import type { Secrets } from '../../host'
import type { EventHub } from '../../publish'
import { checkedAddress, checkedServer } from './checked-server'
import { createCountedSet } from './counted-set'
import { probe } from './embed-passages'
import { createEmbedTexts, type EmbeddingModel } from './embedder'
import { createInference } from './local/ask-model'
import type { CatalogueModel } from './local/catalogue'
import { createLocalModels, type LocalModels } from './local/local-models'
import { type AskQueryVector, createQueryVectors } from './query-vector'
import { createServerKeys } from './server-keys'
import { createToldStatus } from './told-status'
import { createWork } from './work'
import { createEmbedClient } from './worker-client'

/** Vectors of the library's passages: which model makes them, and how far it is. */
export interface EmbeddingService {
  status(): Promise<EmbeddingStatus>
  test(
    choice: EmbeddingChoice & { readonly key?: string | undefined },
  ): Promise<{ dimensions: number; tookMs: number }>
  choose(choice: EmbeddingChoice): Promise<EmbeddingStatus>
  setKey(provider: EmbeddingProvider, address: string, key: string): Promise<EmbeddingStatus>
  switchOff(): Promise<EmbeddingStatus>
  pause(): Promise<EmbeddingStatus>
  goOn(): Promise<EmbeddingStatus>
  remove(): Promise<EmbeddingStatus>
  readonly queryVector: AskQueryVector
  /** The files of models that run on this machine. */
  readonly models: Omit<LocalModels, 'close'>
  /** At start: goes on in the background, which only a host that stays does. */
  resume(host: { readonly stays: boolean }): void
  close(): Promise<void>
}

/** What the service is made of. */
export type EmbeddingOptions = {
  readonly db: Database
  readonly dbPath: string
  readonly secrets: Secrets
  readonly hub: EventHub
  /** The built `workers/embed.js`. */
  readonly worker: string | URL
  /** Models that run on this machine: which there are, where their files are kept, the built `workers/infer.js`. */
  readonly local: {
    readonly catalogue: readonly CatalogueModel[]
    readonly folder: string
    readonly worker: string | URL
  }
  readonly now: () => number
  /** Before a provider that is away is asked again (milliseconds); doubled each time. */
  readonly firstPauseMs?: number
  readonly report: (error: unknown) => void
}

/** A person waits for the test; a model may have to be loaded first (milliseconds). */
const TEST_LIMIT_MS = 60_000

/** Makes the service; nothing is asked over the network before somebody switched it on. */
export function createEmbedding(options: EmbeddingOptions): EmbeddingService {
  const { db, hub, now, report } = options
  const models = createLocalModels({
    ...{ catalogue: options.local.catalogue, folder: options.local.folder, publish: hub.publish, report },
    inUse: (id) => settings.enabled && [settings.choice, liveSet(db.raw)].some((each) => isLocal(each, id)),
    onReady(id) {
      if (!settings.enabled || !isLocal(settings.choice, id)) return
      queries.forgetAway()
      work.start()
    },
  })
  const inference = createInference({ workerUrl: options.local.worker, models })
  const embedTexts = createEmbedTexts(inference.ask)
  const client = createEmbedClient(options.worker, options.dbPath, inference.ask)
  let settings = readEmbeddingSettings(db)
  const keys = createServerKeys(options.secrets)
  const counts = createCountedSet({
    ...{ db, client },
    chosen: () => ({ model: settings.choice.model, enabled: settings.enabled }),
  })
  let stays = false
  let closed = false

  const modelAt = async (choice: EmbeddingChoice, key?: string): Promise<EmbeddingModel> => ({
    ...choice,
    secret: key ?? (await keys.get(choice.address)),
  })
  const queries = createQueryVectors({
    embedTexts,
    inUse() {
      const set = settings.enabled ? liveSet(db.raw) : undefined
      return set === undefined ? null : { set, model: () => modelAt(choiceOf(set)) }
    },
  })
  const work = createWork({
    client,
    now,
    ...(options.firstPauseMs === undefined ? {} : { firstPauseMs: options.firstPauseMs }),
    wanted: () => stays && !closed && settings.enabled && !settings.paused,
    mustWait: () => anyIngesting(db),
    model: () => modelAt(settings.choice),
    anyUnused: () => anyUnused(db.raw),
    onCounts: counts.tell,
    onChange: () => told.announce(),
    report,
  })
  const told = createToldStatus({
    ...{ db, hub, keys, counts, report },
    settings: () => settings,
    workState: work.state,
  })
  const forget = hub.subscribe((event) => {
    if (event.type !== 'document' && event.type !== 'document_removed' && event.type !== 'collections') return
    if (!work.isAtWork()) counts.forget()
    const still = event.type === 'document' && ['pending', 'processing'].includes(event.document.status)
    if (!still) work.kick()
  })

  const inTurn = createTurns()
  const change = (patch: Partial<EmbeddingSettings>, then?: () => Promise<void>): Promise<EmbeddingStatus> =>
    inTurn(() => changeNow(patch, then))

  /** Changes what is set; what is under way ends first, so that nothing of it comes after the change. */
  async function changeNow(
    patch: Partial<EmbeddingSettings>,
    then?: () => Promise<void>,
  ): Promise<EmbeddingStatus> {
    await work.stop()
    settings = { ...settings, ...patch }
    writeEmbeddingSettings(db, settings)
    queries.forgetAway()
    counts.forget()
    try {
      await then?.()
    } finally {
      work.start()
    }
    return await told.tell()
  }

  /** A choice that can be asked; throws `invalid_input`. */
  async function checked(choice: EmbeddingChoice): Promise<EmbeddingChoice> {
    if (choice.provider !== 'local') return checkedServer(choice)
    if ((await models.ready(choice.model)) !== null) return { ...choice, address: '' }
    throw new AppError('invalid_input', say('meaning.download_first'), { field: 'model' })
  }

  return {
    status: told.status,
    async test({ key, ...choice }) {
      const started = performance.now()
      const model = await modelAt(await checked(choice), key?.trim() || undefined)
      const dimensions = await probe(embedTexts, model, TEST_LIMIT_MS)
      return { dimensions, tookMs: Math.round(performance.now() - started) }
    },
    choose: async (choice) => change({ enabled: true, paused: false, choice: await checked(choice) }),
    async setKey(provider, address, key) {
      const server = checkedAddress(provider, address)
      return await change({}, () => keys.set(server, key))
    },
    switchOff: () => change({ enabled: false }),
    pause: () => change({ paused: true }),
    goOn: () => change({ paused: false }),
    remove: () => change({ enabled: false }, () => client.clear(true)),
    queryVector: queries.ask,
    models,
    resume(host) {
      stays = host.stays
      work.start()
    },
    async close() {
      closed = true
      told.close()
      forget()
      await work.stop()
      await Promise.all([models.close(), client.close()])
      await inference.close()
    },
  }
}

function choiceOf({ provider, address, model }: VectorSet): EmbeddingChoice {
  return { provider: embeddingProviderSchema.parse(provider), address, model }
}

function isLocal(
  model: { readonly provider: string; readonly model: string } | undefined,
  id: string,
): boolean {
  return model?.provider === 'local' && model.model === id
}
