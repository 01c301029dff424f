import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '../../../shared/errors'
import type { RecognitionLanguage } from '../../../shared/recognition'
import { say } from '../../../shared/sentences/say'
import type { Recognition } from '../extractors/types'
import { type RecognizedPage, readWords } from './recognized-page'

/** A picture in shades of grey: one byte a pixel, rows from the top, without padding. */
export type GreyPicture = { readonly width: number; readonly height: number; readonly grey: Uint8Array }

/** Reads pictures, one after the other. */
export type Recognizer = {
  /** `dotsPerInch` is what the picture was drawn at; null where nobody knows. Throws `corrupt` where the engine fails. */
  read(picture: GreyPicture, dotsPerInch: number | null): RecognizedPage
}

/** The functions of the engine that are used here; Tesseract's own, see its baseapi.h. */
type TesseractApi = {
  Init(dataFolder: null, languages: string, engineMode: number): number
  SetImageFile(orientation: number, angle: number): number
  SetSourceResolution(dotsPerInch: number): void
  Recognize(monitor: null): number
  GetTSVText(page: number): string
  Clear(): void
}
type TesseractModule = {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
  readonly TessBaseAPI: new () => TesseractApi
}
type TesseractOptions = {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object
  print(line: string): void
  printErr(line: string): void
}
type LoadTesseract = (options: TesseractOptions) => Promise<TesseractModule>

/** The recognizer by neural networks, the only one in this build. */
const NEURAL_NETWORKS = 1
/** What Tesseract takes a picture for that does not say; it looks for letters of a fitting size. */
const UNKNOWN_RESOLUTION = 70
/** A heap never shrinks; one that grew past this is given up (bytes). */
const MAX_IDLE_HEAP_BYTES = 256 * 1024 * 1024
/** Where the engine looks for the picture in its own memory. */
const PICTURE_PATH = '/input'

type Engine = { readonly key: string; readonly recognizer: Recognizer; heapBytes(): number }
let current: Engine | null = null

/** This thread's engine for some languages; loading takes some tenths of a second. It never asks any network. */
export async function loadRecognizer({ folder, languages }: Recognition): Promise<Recognizer> {
  const key = JSON.stringify([folder, languages])
  if (current === null || current.key !== key || current.heapBytes() > MAX_IDLE_HEAP_BYTES) {
    current = await start(key, folder, languages)
  }
  return current.recognizer
}

async function start(
  key: string,
  folder: string,
  languages: readonly RecognitionLanguage[],
): Promise<Engine> {
  const data = await Promise.all(languages.map((language) => readData(folder, language)))
  const wasm = await WebAssembly.compile(new Uint8Array(await partOf(folder, 'tesseract-core.wasm')))
  // The file has no types of its own.
  const load = createRequire(join(folder, 'tesseract-core.cjs'))('./tesseract-core.cjs') as LoadTesseract
  let memory: WebAssembly.Memory | undefined
  const module = await load({
    // Left to itself the engine would look for its parts by path or address; it gets all of them here.
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(wasm, imports)
      memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory)
      done(instance, wasm)
      return instance.exports
    },
    // What it says is about its own guesses.
    print() {},
    printErr() {},
  })
  for (const [index, language] of languages.entries()) {
    module.FS.writeFile(`${language}.traineddata`, data[index] ?? new Uint8Array())
  }
  const api = new module.TessBaseAPI()
  if (api.Init(null, languages.join('+'), NEURAL_NETWORKS) !== 0) throw missing(languages.join(', '))
  const recognizer: Recognizer = {
    read(picture, dotsPerInch) {
      try {
        return readPicture(module, api, picture, dotsPerInch)
      } catch (error) {
        // Its memory may be in any state; the next picture gets a new one.
        current = null
        throw new AppError('corrupt', say('recognition.picture'), { cause: error })
      }
    },
  }
  return { key, recognizer, heapBytes: () => memory?.buffer.byteLength ?? 0 }
}

function readPicture(
  { FS }: TesseractModule,
  api: TesseractApi,
  { width, height, grey }: GreyPicture,
  dotsPerInch: number | null,
): RecognizedPage {
  const head = Buffer.from(`P5 ${width} ${height} 255\n`)
  FS.writeFile(PICTURE_PATH, Buffer.concat([head, grey]))
  try {
    if (api.SetImageFile(1, 0) !== 0) throw new Error('The engine did not take the picture.')
    api.SetSourceResolution(dotsPerInch ?? UNKNOWN_RESOLUTION)
    if (api.Recognize(null) !== 0) throw new Error('The engine could not read the picture.')
    return readWords(api.GetTSVText(0), width, height)
  } finally {
    api.Clear()
    FS.unlink(PICTURE_PATH)
  }
}

async function readData(folder: string, language: RecognitionLanguage): Promise<Uint8Array> {
  return await promisify(gunzip)(await partOf(folder, `${language}.traineddata.gz`))
}

async function partOf(folder: string, name: string): Promise<Buffer> {
  return await readFile(join(folder, name)).catch((cause: unknown) => {
    throw missing(name, cause)
  })
}

function missing(what: string, cause?: unknown): AppError {
  return new AppError('unavailable', say('recognition.incomplete', { part: what }), { cause })
}
