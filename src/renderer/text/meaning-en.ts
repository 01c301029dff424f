import { count, formatNumber, formatSize } from './language'

/** English texts of searching by meaning. */
export const meaningEn = {
  title: 'Search by meaning',
  intro:
    'Finds passages that say the same in other words, with an embedding model on this machine, or one that you run or rent elsewhere. Off by default: searching by words needs no model.',
  provider: 'What makes the vectors',
  off: 'Words alone',
  offText: 'Nothing to set up, nothing is sent anywhere.',
  local: 'Built in',
  localText:
    'A small model that runs on this machine. It is downloaded once, when you say so; no text is sent anywhere.',
  ollama: 'Ollama',
  ollamaText: 'On this machine or another one; a model such as nomic-embed-text.',
  openai: 'OpenAI-compatible',
  openaiText: 'Any server with /v1/embeddings: LM Studio, llama.cpp, vLLM, or a service on the net.',
  address: 'Address of the embedding server',
  addressHelp: 'Without /v1. The text of every passage in the library is sent there.',
  model: 'Embedding model',
  modelHelp: 'As the server knows it.',
  key: 'Key of the embedding server',
  keyHelp: 'Only if the server wants one. Kept in the secret storage of this machine.',
  keyStored: 'A key for this server is stored.',
  removeKey: 'Remove key',
  keyRemoved: 'The key was removed.',
  test: 'Test',
  testOk: (dimensions: number, ms: number) =>
    `It works: ${formatNumber(dimensions)} dimensions, answered in ${formatNumber(ms)} ms.`,
  switchOn: 'Switch on',
  use: 'Use this model',
  chosen: 'Searching by meaning is on. Passages get their vectors in the background.',
  state: {
    off: 'Off',
    paused: 'Paused',
    working: 'Making vectors',
    waiting: 'Waits until the documents that are being read are done',
    away: 'Waits for the model; it is asked again by itself',
    failed: 'Stopped',
    done: 'Every passage has its vector',
  },
  of: (done: number, total: number) => `${formatNumber(done)} of ${count(total, 'passage', 'passages')}`,
  inUse: (model: string, dimensions: number) =>
    `Searches use ${model} (${formatNumber(dimensions)} dimensions).`,
  notYet: 'Until every passage has its vector, searches use words alone.',
  otherInUse: (model: string) => `Until the new vectors are whole, searches use those of ${model}.`,
  pause: 'Pause',
  goOn: 'Go on',
  again: 'Try again',
  switchedOff: 'Searching by meaning is off. The vectors are kept.',
  kept: (n: number, bytes: number) => `${count(n, 'vector', 'vectors')} kept (${formatSize(bytes)})`,
  keptText: 'They are used again when you switch on the same model.',
  remove: 'Remove vectors',
  removeQuestion: (n: number) => `Remove ${count(n, 'vector', 'vectors')}?`,
  removeText: (n: number, bytes: number) =>
    `Searching by meaning is switched off and ${formatSize(bytes)} are freed. Documents, notes and searching by words stay. To search by meaning again, ${count(n, 'passage has', 'passages have')} to be sent to a model anew.`,
  removed: 'The vectors were removed.',
  wordsAlone: 'Only words were searched: the model for meaning did not answer.',
} as const
