import { create } from 'zustand'
import type { EmbeddingChoice, EmbeddingStatus } from '../../shared/contract/embedding'
import { client } from '../app/client'

/** Searching by meaning; null until it was asked for. */
export const useEmbedding = create<{ readonly status: EmbeddingStatus | null }>(() => ({ status: null }))

/** Whether searches use vectors now. */
export function isMeaningInUse(): boolean {
  return useEmbedding.getState().status?.inUse != null
}

/** Takes the state from the stream. */
export function takeEmbedding(status: EmbeddingStatus): void {
  useEmbedding.setState({ status })
}

/** Asks for the state. */
export async function loadEmbedding(): Promise<void> {
  takeEmbedding(await client.embedding.status())
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
