import { EmbeddingFailure } from '../../src/main/library/embedding/failure'

/** What work failed with; throws where it was not a failure of embedding. */
export async function embeddingFailure(work: Promise<unknown>): Promise<EmbeddingFailure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof EmbeddingFailure) return error
  throw new Error(`Not a failure of embedding: ${String(error)}`)
}
