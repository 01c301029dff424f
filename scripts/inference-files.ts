import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Of the engine's four builds the one for processors, as it is imported; those for graphics cards need a browser. */
export const inferenceSources: readonly string[] = [
  'onnxruntime-web/ort-wasm-simd-threaded.mjs',
  'onnxruntime-web/ort-wasm-simd-threaded.wasm',
]

/** Puts the parts of the engine that runs models beside a built worker: `inference/` in the folder of the entry. */
export function inferenceFiles(entry: string) {
  return {
    name: 'countersign-inference-files',
    writeBundle({ dir = '' }: { readonly dir?: string | undefined }) {
      const folder = join(dir, dirname(entry), 'inference')
      mkdirSync(folder, { recursive: true })
      for (const source of inferenceSources) {
        copyFileSync(require.resolve(source), join(folder, basename(source)))
      }
    },
  }
}
