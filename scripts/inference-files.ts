import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Of the engine's four builds the one for processors; those for graphics cards need a browser. */
const files: readonly string[] = ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm']

/** Puts the parts of the engine that runs models beside a built worker: `inference/` in the folder of the entry. */
export function inferenceFiles(entry: string) {
  return {
    name: 'countersign-inference-files',
    writeBundle({ dir = '' }: { readonly dir?: string | undefined }) {
      const folder = join(dir, dirname(entry), 'inference')
      mkdirSync(folder, { recursive: true })
      for (const name of files) copyFileSync(require.resolve(`onnxruntime-web/${name}`), join(folder, name))
    },
  }
}
