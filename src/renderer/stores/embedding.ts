import { create } from 'zustand'
import type { EmbeddingChoice, EmbeddingStatus } from '../../shared/contract/embedding'
import type { LocalModel } from '../../shared/contract/embedding-models'
import { client } from '../app/client'

/** Searching by meaning; null until it was asked for. */
export const useEmbedding = create<{
  readonly status: EmbeddingStatus | null
  /** Models that run on this machine. */
  readonly models: readonly LocalModel[]
}>(() => ({ status: null, models: [] }))

/** Whether searches use vectors now. */
export function isMeaningInUse(): boolean {
  return useEmbedding.getState().status?.inUse != null
}

/** Takes the state from the stream. */
export function takeEmbedding(status: EmbeddingStatus): void {
  useEmbedding.setState({ status })
}

/** Takes the models that run on this machine from the stream. */
export function takeLocalModels(models: readonly LocalModel[]): void {
  useEmbedding.setState({ models })
}

/** Asks for the state. */
export async function loadEmbedding(): Promise<void> {
  const [status, models] = await Promise.all([client.embedding.status(), client.embeddingModels.list()])
  useEmbedding.setState({ status, models })
}

/** Begins the download of what was shown, or goes on with it. */
export async function downloadModel({ id, address, bytes }: LocalModel): Promise<void> {
  takeLocalModels(await client.embeddingModels.download({ id, address, bytes }))
}

/** Copies a model's files from a folder. */
export async function takeModelFrom(id: string, folder: string): Promise<void> {
  takeLocalModels(await client.embeddingModels.take({ id, folder }))
}

/** Stops a model's download, or removes what is here of it. */
export async function changeModel(what: 'stop' | 'remove', id: string): Promise<void> {
  takeLocalModels(await client.embeddingModels[what]({ id }))
}

/** Embeds one sentence with a model that need not be chosen yet. */
export function testEmbedding(
  choice: EmbeddingChoice,
  key: string,
): Promise<{ dimensions: number; tookMs: number }> {
  return client.embedding.test(key === '' ? choice : { ...choice, key })
}

/** Chooses a model and switches on; a key is stored first. */
export async function chooseEmbedding(choice: EmbeddingChoice, key: string): Promise<void> {
  const { provider, address } = choice
  if (key !== '') await client.embedding.setKey({ provider, address, key })
  takeEmbedding(await client.embedding.choose(choice))
}

/** Forgets the key of the chosen server. */
export async function forgetEmbeddingKey({ provider, address }: EmbeddingChoice): Promise<void> {
  takeEmbedding(await client.embedding.setKey({ provider, address, key: '' }))
}

/** Pauses, goes on, switches off, or removes every vector. */
export async function changeEmbedding(what: 'pause' | 'goOn' | 'switchOff' | 'remove'): Promise<void> {
  takeEmbedding(await client.embedding[what]())
}
