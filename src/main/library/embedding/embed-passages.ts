import { say } from '../../../shared/sentences/say'
import { wordsOf } from '../../../shared/sentences/sentence'
import {
  countVectors,
  makeSetLive,
  type NewVectorBlock,
  type PassageToEmbed,
  passagesToEmbed,
  storedVectors,
  storeVectors,
} from '../../db/vector-sets'
import type { WorkerConnection } from '../../db/worker-connection'
import type { EmbedCounts } from '../../workers/embed-protocol'
import { quantize } from '../vectors/quantize'
import type { EmbeddingModel, EmbedTexts } from './embedder'
import { EmbeddingFailure, placeOf } from './failure'

/** Passages of one request: few enough that a small machine answers in time, enough to be worth a request. */
const BATCH_PASSAGES = 32

/** A model on a slow processor takes minutes for a batch, and loads itself first. */
const BATCH_LIMIT_MS = 5 * 60_000

/** A sentence that every model takes. */
const PROBE = 'The tide comes in twice a day.'

/** A set that is being filled. */
export type SetToFill = { readonly number: number; readonly dimensions: number }

/** Asks a model for one vector; answers how many numbers it has. */
export async function probe(
  embedTexts: EmbedTexts,
  model: EmbeddingModel,
  timeoutMs = BATCH_LIMIT_MS,
): Promise<number> {
  const [vector] = await embedTexts(model, 'passage', [PROBE], { timeoutMs })
  if (vector?.some((value) => value !== 0) === true) return vector.length
  throw new EmbeddingFailure('model_error', say('meaning.only_zeros', placeOf(model)), {
    retry: 'person',
  })
}

/** Counts what is there of a set, or of none, and what is stored altogether. */
export function countAll(connection: WorkerConnection, set: number | null): EmbedCounts {
  return { passages: countVectors(connection, set), stored: storedVectors(connection) }
}

/**
 * Embeds the next passages of a set that have no vector, beginning at a document, and stores them in one
 * transaction: where a kill comes between, they are simply the next again. When none is left in any document, the
 * set goes into use.
 */
export async function embedSome(
  connection: WorkerConnection,
  embedTexts: EmbedTexts,
  model: EmbeddingModel,
  set: SetToFill,
  fromDocument: number,
): Promise<{ more: boolean; next: number }> {
  const after = passagesToEmbed(connection, set.number, fromDocument, BATCH_PASSAGES)
  const passages = after.length > 0 ? after : passagesToEmbed(connection, set.number, 0, BATCH_PASSAGES)
  const last = passages.at(-1)
  if (last === undefined) {
    makeSetLive(connection, set.number)
    return { more: false, next: 0 }
  }
  const vectors = await vectorsOf(embedTexts, model, passages, set.dimensions)
  storeVectors(connection, set.number, toBlocks(passages, vectors, set.dimensions))
  return { more: true, next: last.document }
}

/** A vector for each passage; of zeros, which nothing is near to, for one that the server refuses by itself. */
async function vectorsOf(
  embedTexts: EmbedTexts,
  model: EmbeddingModel,
  passages: readonly PassageToEmbed[],
  dimensions: number,
): Promise<Float32Array[]> {
  try {
    const texts = passages.map(textOf)
    const vectors = await embedTexts(model, 'passage', texts, { timeoutMs: BATCH_LIMIT_MS })
    if (vectors[0]?.length === dimensions) return vectors
    throw new EmbeddingFailure(
      'conflict',
      say('meaning.other_dimensions', {
        ...placeOf(model),
        now: vectors[0]?.length ?? 0,
        before: dimensions,
      }),
      { retry: 'later' },
    )
  } catch (error) {
    if (!(error instanceof EmbeddingFailure) || error.retry !== 'other_texts') throw error
    if (passages.length > 1) {
      const half = passages.length >> 1
      return [
        ...(await vectorsOf(embedTexts, model, passages.slice(0, half), dimensions)),
        ...(await vectorsOf(embedTexts, model, passages.slice(half), dimensions)),
      ]
    }
    // Not this text but every text is refused: that is for the person to mend.
    if (await refusesAll(embedTexts, model)) {
      throw new EmbeddingFailure(error.code, wordsOf(error), { retry: 'person', cause: error })
    }
    return [new Float32Array(dimensions)]
  }
}

async function refusesAll(embedTexts: EmbedTexts, model: EmbeddingModel): Promise<boolean> {
  try {
    await probe(embedTexts, model)
    return false
  } catch (error) {
    if (error instanceof EmbeddingFailure && error.retry === 'other_texts') return true
    throw error
  }
}

/** What a model gets of a passage: what it stands under says much of what it is about. */
function textOf({ title, section, text }: PassageToEmbed): string {
  return [title, section, text].filter((part) => part !== null && part !== '').join('\n')
}

function toBlocks(
  passages: readonly PassageToEmbed[],
  vectors: readonly Float32Array[],
  dimensions: number,
): NewVectorBlock[] {
  const rows = passages.map((passage, index) => ({ passage, vector: vectors[index] ?? new Float32Array(0) }))
  return [...Map.groupBy(rows, ({ passage }) => passage.document).values()].flatMap((ofDocument) => {
    const first = ofDocument[0]?.passage
    if (first === undefined) return []
    const { scales, codes, fine } = quantize(
      ofDocument.map(({ vector }) => vector),
      dimensions,
    )
    return [
      {
        document: first.document,
        indexing: first.indexing,
        title: first.title,
        firstOrdinal: first.ordinal,
        count: ofDocument.length,
        scales: asBytes(scales),
        codes: asBytes(codes),
        numbers: asBytes(fine),
      },
    ]
  })
}

function asBytes(array: Float32Array | Int8Array | Int16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
