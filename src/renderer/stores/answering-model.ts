import type { LocalServer } from '../../shared/contract/settings'

/** Names of models that make vectors or put passages in order: they answer nothing. */
const noAnswers = /embed|rerank|\bbge-|\be5-|minilm/i

/** The model of a server that would answer: its first one that is made for it; null where it has none. */
export function answeringModel({ models }: Pick<LocalServer, 'models'>): string | null {
  return models.find((model) => !noAnswers.test(model)) ?? null
}
