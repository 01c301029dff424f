import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/**
 * What text recognition needs beside the program: one of the engine's twelve builds, and the smaller of two kinds of
 * data for each language. The packages as a whole would be seven times as large.
 */
const files: Readonly<Record<string, string>> = {
  'tesseract-core.cjs': 'tesseract.js-core/tesseract-core-simd-lstm.js',
  'tesseract-core.wasm': 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  'eng.traineddata.gz': '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
  'deu.traineddata.gz': '@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz',
}

/** Where these files come from, as they are imported. */
export const recognitionSources: readonly string[] = Object.values(files)

/** Copies the files of text recognition into a folder. */
export function copyRecognitionFiles(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, source] of Object.entries(files)) {
    copyFileSync(require.resolve(source), join(folder, name))
  }
}

/** Puts the files of text recognition beside a built worker: `recognition/` in the folder of the entry. */
export function recognitionFiles(entry: string) {
  return {
    name: 'countersign-recognition-files',
    writeBundle({ dir = '' }: { readonly dir?: string | undefined }) {
      copyRecognitionFiles(join(dir, dirname(entry), 'recognition'))
    },
  }
}
