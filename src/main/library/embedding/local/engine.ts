import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { env, InferenceSession, Tensor } from 'onnxruntime-web'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { systemCode } from '../../../files/disk-errors'
import type { InferModel } from '../../../workers/infer-protocol'
import { encodeTexts, meanOfTokens } from './encode-texts'

/** A model that is in memory. */
export type LoadedModel = {
  vectors(texts: readonly string[]): Promise<Float32Array<ArrayBuffer>[]>
  release(): Promise<void>
}

/** The parts of the engine, which the build puts beside the worker, by their addresses. */
export type EngineParts = { readonly mjs: URL; readonly wasm: URL }

/** What a model of this kind is asked with, and what it answers. */
const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids']
const OUTPUT = 'last_hidden_state'

/**
 * Brings a model into memory; its files are looked at anew, byte by byte, each time. Throws `corrupt` where it does not
 * start.
 */
export async function loadModel(
  model: InferModel,
  threads: number,
  parts: EngineParts,
): Promise<LoadedModel> {
  const [weights, vocabulary] = await Promise.all([
    readKnown(model, 'model.onnx'),
    readKnown(model, 'tokenizer.json'),
  ])
  env.logLevel = 'fatal'
  env.wasm.numThreads = threads
  env.wasm.wasmPaths = { mjs: parts.mjs.href }
  env.wasm.wasmBinary = await readFile(parts.wasm)
  try {
    const tokenizer = new Tokenizer(JSON.parse(vocabulary.toString()), {})
    const session = await InferenceSession.create(weights, {
      executionProviders: ['wasm'],
      // A thread that waits for work must not keep a processor busy.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    })
    requireKind(session)
    return {
      vectors: (texts) => run(session, tokenizer, texts, model.maxTokens),
      release: () => session.release(),
    }
  } catch (error) {
    throw new AppError('corrupt', say('meaning.not_started', { model: model.name }), {
      cause: error,
    })
  }
}

async function run(
  session: InferenceSession,
  tokenizer: Tokenizer,
  texts: readonly string[],
  maxTokens: number,
): Promise<Float32Array<ArrayBuffer>[]> {
  const encoded = encodeTexts(tokenizer, texts, maxTokens)
  const shape = [encoded.rows, encoded.columns]
  const tensors: Readonly<Record<string, Tensor>> = {
    input_ids: new Tensor('int64', encoded.ids, shape),
    attention_mask: new Tensor('int64', encoded.mask, shape),
    // Every text stands alone: all of it is the first of what could be two.
    token_type_ids: new Tensor('int64', new BigInt64Array(encoded.ids.length), shape),
  }
  const wanted = session.inputNames.flatMap((name) => {
    const tensor = tensors[name]
    return tensor === undefined ? [] : [[name, tensor] as const]
  })
  const answer = await session.run(Object.fromEntries(wanted), [OUTPUT])
  const hidden = answer[OUTPUT]
  const dimensions = hidden?.dims[2]
  if (hidden === undefined || dimensions === undefined || !(hidden.data instanceof Float32Array)) {
    throw new AppError('model_error', say('meaning.no_vector'))
  }
  return meanOfTokens(hidden.data, encoded, dimensions)
}

function requireKind({ inputNames, outputNames }: InferenceSession): void {
  const known = inputNames.every((name) => INPUTS.includes(name)) && inputNames.includes('input_ids')
  if (!known || !outputNames.includes(OUTPUT)) {
    throw new Error(`asks for ${inputNames.join(', ')}; answers ${outputNames.join(', ')}`)
  }
}

async function readKnown(model: InferModel, name: string): Promise<Buffer> {
  const known = model.files.find((file) => file.name === name)
  const changed = (cause?: unknown) =>
    new AppError('corrupt', say('meaning.files_changed', { model: model.name }), { cause })
  try {
    const bytes = await readFile(join(model.folder, name))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (known?.sha256 === sha256) return bytes
  } catch (error) {
    throw systemCode(error) === 'ENOENT' ? changed(error) : error
  }
  throw changed()
}
