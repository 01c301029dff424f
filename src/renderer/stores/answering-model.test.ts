import { expect, it } from 'vitest'
import { answeringModel } from './answering-model'

it('takes the first model that answers, and none that only makes vectors', () => {
  expect(answeringModel({ models: ['nomic-embed-text:latest', 'bge-m3', 'qwen3:8b', 'llama3'] })).toBe(
    'qwen3:8b',
  )
  expect(answeringModel({ models: ['all-minilm:l6-v2', 'qwen3-reranker'] })).toBeNull()
  expect(answeringModel({ models: [] })).toBeNull()
})
