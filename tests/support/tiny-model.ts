import { createHash } from 'node:crypto'
import type { CatalogueModel } from '../../src/main/library/embedding/local/catalogue'

/**
 * A model of the kind that runs on this machine, small enough to be computed by hand: each word it knows has a vector,
 * words that mean the same have the same, and a word it does not know has none (zeros).
 */
export interface TinyModel {
  readonly model: CatalogueModel
  /** The files by the path at which a host keeps them. */
  readonly files: ReadonlyMap<string, Buffer>
  /** What the model has to answer: the mean of the vectors of all tokens, computed here. */
  vectorOf(text: string): Float32Array<ArrayBuffer>
}

const DIMENSIONS = 8
const MAX_TOKENS = 16

/** Words of one line mean the same: their vector is that of the same line below. */
const meanings = [
  ['[PAD]'],
  ['[UNK]'],
  ['[CLS]'],
  ['[SEP]'],
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician'],
  ['sea', 'ocean'],
  ['fuel'],
  ['tide', 'tides'],
]

/** Small whole numbers: sums of them are exact in 32 bits. Filling has a vector that would be seen if it counted. */
const vectors = [
  [9, 9, 9, 9, 9, 9, 9, 9],
  [0, 0, 0, 0, 0, 0, 0, 0],
  [1, 0, 0, 0, 0, 0, 0, 0],
  [0, 1, 0, 0, 0, 0, 0, 0],
  [0, 0, 7, 0, 0, 0, -2, 0],
  [0, 0, 0, 7, 0, 0, 0, -2],
  [0, 0, 0, 0, 7, 1, 0, 0],
  [0, 0, 2, 0, 0, 0, 7, 0],
  [0, 0, 0, 0, 3, 6, 0, 0],
]

/** Makes the model; its files are asked for below `address`. */
export function makeTinyModel(address: string, changes: Partial<CatalogueModel> = {}): TinyModel {
  const vocabulary = meanings.flat()
  const rowOf = (word: string) => vectors[meanings.findIndex((words) => words.includes(word))] ?? []
  const onnx = writeModel(vocabulary.map(rowOf))
  const tokenizer = Buffer.from(JSON.stringify(writeTokenizer(vocabulary)))
  const files = new Map([
    ['onnx/model_quantized.onnx', onnx],
    ['tokenizer.json', tokenizer],
  ])
  const file = (name: 'model.onnx' | 'tokenizer.json', path: string, bytes: Buffer) => ({
    ...{ name, path, bytes: bytes.byteLength },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  return {
    files,
    model: {
      ...{ id: 'tiny-e5-small-int8', name: 'tiny', languages: 'english', licence: 'MIT' },
      ...{ dimensions: DIMENSIONS, maxTokens: MAX_TOKENS, address, revision: 'abc123' },
      hosts: ['127.0.0.1'],
      files: [
        file('model.onnx', 'onnx/model_quantized.onnx', onnx),
        file('tokenizer.json', 'tokenizer.json', tokenizer),
      ],
      ...changes,
    },
    vectorOf(text) {
      const words = text.toLowerCase().match(/[a-z0-9]+|[^\sa-z0-9]/gu) ?? []
      const known = words.map((word) => (vocabulary.includes(word) ? word : '[UNK]'))
      const tokens = ['[CLS]', ...known.slice(0, MAX_TOKENS - 2), '[SEP]'].map(rowOf)
      return Float32Array.from({ length: DIMENSIONS }, (_, at) =>
        Math.fround(tokens.reduce((sum, row) => sum + (row[at] ?? 0), 0) / tokens.length),
      )
    },
  }
}

function writeTokenizer(vocabulary: readonly string[]): object {
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']
  const idOf = (token: string) => vocabulary.indexOf(token)
  const mark = (id: string) => ({ SpecialToken: { id, type_id: 0 } })
  const single = [mark('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, mark('[SEP]')]
  return {
    version: '1.0',
    added_tokens: special.map((content) => ({
      ...{ id: idOf(content), content, special: true, normalized: false },
      ...{ single_word: false, lstrip: false, rstrip: false },
    })),
    normalizer: {
      ...{ type: 'BertNormalizer', clean_text: true, lowercase: true },
      ...{ handle_chinese_chars: true, strip_accents: null },
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      ...{ type: 'TemplateProcessing', single, pair: single },
      special_tokens: Object.fromEntries(
        special.map((id) => [id, { id, ids: [idOf(id)], tokens: [id] }] as const),
      ),
    },
    decoder: null,
    model: {
      ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##' },
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  }
}

// The numbers below are the fields of onnx.proto3: a model is a protocol buffer.
const FLOAT = 1
const INT64 = 7
const IR_VERSION = 8
const OPSET = 13

/** One operation: the rows of a table that the ids name. What masks and types say is left to the caller. */
function writeModel(rows: readonly (readonly number[])[]): Buffer {
  const table = Buffer.from(Float32Array.from(rows.flat()).buffer)
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids']
  const graph = [
    field(1, field(1, 'table'), field(1, 'input_ids'), field(2, 'last_hidden_state'), field(4, 'Gather')),
    field(2, 'tiny'),
    field(5, int(1, rows.length), int(1, DIMENSIONS), int(2, FLOAT), field(8, 'table'), field(9, table)),
    ...inputs.map((name) => field(11, value(name, INT64, ['batch', 'sequence']))),
    field(12, value('last_hidden_state', FLOAT, ['batch', 'sequence', DIMENSIONS])),
  ]
  return Buffer.concat([
    int(1, IR_VERSION),
    field(2, 'countersign tests'),
    field(7, ...graph),
    field(8, field(1, ''), int(2, OPSET)),
  ])
}

function value(name: string, type: number, shape: readonly (string | number)[]): Buffer {
  const dimensions = shape.map((each) => field(1, typeof each === 'number' ? int(1, each) : field(2, each)))
  return Buffer.concat([field(1, name), field(2, field(1, int(1, type), field(2, ...dimensions)))])
}

function field(number: number, ...parts: readonly (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  return Buffer.concat([varint((number << 3) | 2), varint(content.byteLength), content])
}

function int(number: number, content: number): Buffer {
  return Buffer.concat([varint(number << 3), varint(content)])
}

function varint(number: number): Buffer {
  const bytes: number[] = []
  let left = number
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128)
  return Buffer.from([...bytes, left])
}
