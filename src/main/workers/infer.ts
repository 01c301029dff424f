import { type LoadedModel, loadModel } from '../library/embedding/local/engine'
import { type InferRequest, inferRequestSchema } from './infer-protocol'
import { serveRequests } from './serve-requests'

/** Entry of the worker thread that runs a model on this machine: one at a time is in memory. */

/** The engine's parts, which the build puts beside this file. */
const parts = {
  mjs: new URL('inference/ort-wasm-simd-threaded.mjs', import.meta.url),
  wasm: new URL('inference/ort-wasm-simd-threaded.wasm', import.meta.url),
}

let loaded: { readonly key: string; readonly model: LoadedModel } | null = null

serveRequests({
  schema: inferRequestSchema,
  answer,
  transferable: (vectors) => vectors.map(({ buffer }) => buffer),
})

async function answer({ model, threads, texts }: InferRequest): Promise<Float32Array<ArrayBuffer>[]> {
  const key = JSON.stringify(model)
  if (loaded?.key !== key) {
    await loaded?.model.release()
    loaded = null
    loaded = { key, model: await loadModel(model, threads, parts) }
  }
  return await loaded.model.vectors(texts)
}
