import { afterEach, beforeEach } from 'vitest'
import type { EmbeddingStatus } from '../../src/shared/contract/embedding'
import { type FakeEmbeddings, startFakeEmbeddings } from './fake-embeddings'
import { setUpLibrary } from './library-desk'

/** Whether every passage has its vector. */
export const whole = (status: EmbeddingStatus): boolean =>
  status.state === 'done' && status.passages.done === status.passages.total

/** A library for each test of this file or group, and a server of embeddings that it may be given. */
export function setUpEmbedding() {
  const desk = setUpLibrary()
  let running: FakeEmbeddings | undefined
  const fake = () => {
    if (running === undefined) throw new Error('The server is there only while its tests run.')
    return running
  }
  beforeEach(async () => {
    running = await startFakeEmbeddings()
  })
  afterEach(() => fake().close())

  const choice = (model = 'tiny') => ({ provider: 'ollama' as const, address: fake().address, model })
  /** The first state from now on that fits, or the present one. */
  async function until(fits: (status: EmbeddingStatus) => boolean): Promise<EmbeddingStatus> {
    const { fixture } = desk
    const from = fixture.events.length
    const now = await fixture.embedding.status()
    if (fits(now)) return now
    const event = await fixture.event(
      (each) => each.type === 'embedding' && fits(each.status) && fixture.events.indexOf(each) >= from,
    )
    if (event.type !== 'embedding') throw new Error('another event')
    return event.status
  }
  return {
    get fixture() {
      return desk.fixture
    },
    get fake() {
      return fake()
    },
    reopen: desk.reopen,
    addText: desk.addText,
    choice,
    until,
    /** Chooses a model and waits until every passage has its vector. */
    async switchOn(model?: string): Promise<EmbeddingStatus> {
      desk.fixture.embedding.resume({ stays: true })
      await desk.fixture.embedding.choose(choice(model))
      return await until(whole)
    },
    search: (query: string, options: { quick?: boolean; minSimilarity?: number } = {}) =>
      desk.fixture.library.search({ query, limit: 5, ...options }),
    /** The passages that have a vector in a set, each as often as it has one. */
    vectorPlaces(state = 'live'): string[] {
      const rows = desk.fixture.db.raw
        .prepare(
          `SELECT d.id, b.first_ordinal AS first, b.count FROM vector_blocks b
           JOIN vector_sets s ON s.number = b.set_number JOIN documents d ON d.number = b.document_number
           WHERE s.state = ?`,
        )
        .all(state) as { id: string; first: number; count: number }[]
      return rows
        .flatMap(({ id, first, count }) => Array.from({ length: count }, (_, at) => `${id}#${first + at}`))
        .sort()
    },
    /** The passages of the documents that are there. */
    passagePlaces(): string[] {
      const rows = desk.fixture.db.raw
        .prepare(
          `SELECT d.id || '#' || c.ordinal FROM chunks c JOIN documents d ON d.number = c.document_number
           WHERE d.deleted_at IS NULL`,
        )
        .pluck()
        .all() as string[]
      return rows.sort()
    },
  }
}
