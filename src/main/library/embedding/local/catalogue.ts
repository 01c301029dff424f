import type { LocalModel } from '../../../../shared/contract/embedding-models'

/** A file of a model: where it lies below the model's address, and what it has to be. */
export type ModelFile = {
  /** What it is called here, whatever it is called there. */
  readonly name: 'model.onnx' | 'tokenizer.json'
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** A model that runs on this machine. Its id belongs to these very files: other files are another model. */
export type CatalogueModel = Pick<
  LocalModel,
  'id' | 'name' | 'languages' | 'licence' | 'dimensions' | 'address' | 'revision' | 'hosts'
> & {
  /** What it was trained with; of longer texts it gets the beginning. */
  readonly maxTokens: number
  readonly files: readonly ModelFile[]
}

/** The host of the models, and the one that it passes large files on to. */
const hosts = ['huggingface.co', 'hf.co']

/** The models that are offered; where the numbers come from is in docs/decisions/0020-model-on-this-machine.md. */
export const localModelCatalogue: readonly CatalogueModel[] = [
  {
    id: 'multilingual-e5-small-int8',
    name: 'multilingual-e5-small',
    languages: 'many',
    licence: 'MIT',
    dimensions: 384,
    maxTokens: 512,
    address: 'https://huggingface.co/Xenova/multilingual-e5-small',
    revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
    hosts,
    files: [
      {
        name: 'model.onnx',
        path: 'onnx/model_quantized.onnx',
        bytes: 118_308_185,
        sha256: 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
      },
      {
        name: 'tokenizer.json',
        path: 'tokenizer.json',
        bytes: 17_082_730,
        sha256: '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
      },
    ],
  },
  {
    id: 'all-minilm-l6-v2-int8',
    name: 'all-MiniLM-L6-v2',
    languages: 'english',
    licence: 'Apache-2.0',
    dimensions: 384,
    maxTokens: 256,
    address: 'https://huggingface.co/Xenova/all-MiniLM-L6-v2',
    revision: '751bff37182d3f1213fa05d7196b954e230abad9',
    hosts,
    files: [
      {
        name: 'model.onnx',
        path: 'onnx/model_quantized.onnx',
        bytes: 22_972_370,
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
      {
        name: 'tokenizer.json',
        path: 'tokenizer.json',
        bytes: 711_661,
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      },
    ],
  },
]

/** The bytes of all files of a model. */
export function modelBytes({ files }: Pick<CatalogueModel, 'files'>): number {
  return files.reduce((sum, file) => sum + file.bytes, 0)
}
