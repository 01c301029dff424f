import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import type { Transferable } from 'node:worker_threads'
import { assertNever, toErrorShape } from '../../shared/errors'
import type { RecognitionLanguage } from '../../shared/recognition'
import { readWordStream, type WordStream } from '../library/analysis/word-stream'
import { chunkText } from '../library/chunking/chunk'
import { extractFile } from '../library/extractors/extract'
import { readPagesOf } from '../library/extractors/pdf'
import type { ExtractProgress } from '../library/extractors/types'
import { extractorOf } from '../library/extractors/versions'
import { openPdf } from '../library/pdf/open'
import { openedPdf } from '../library/pdf/opened'
import { rectsOnPage } from '../library/pdf/rects'
import { renderPage } from '../library/pdf/render'
import { wordsOnPage } from '../library/pdf/words'
import type { Outcome } from '../library/threads/together-queue'
import { drawPicture } from '../pictures/draw'
import {
  type ExtractRequest,
  type ExtractResponse,
  type ExtractResult,
  type ExtractValues,
  extractRequestSchema,
  type PackedExtract,
} from './extract-protocol'
import { serveRequests } from './serve-requests'

/** Entry of the worker thread that reads documents and draws pages and pictures: one PDFium, one request at a time. */

/** The engine of text recognition and its data, which the build puts beside this file. */
const recognitionFolder = fileURLToPath(new URL('recognition/', import.meta.url))

/** In shorter texts most words stand once or twice, so that nothing is gained by their numbers (UTF-16 units). */
const LEAST_WORDS_TEXT = 100_000

const send = serveRequests<ExtractRequest, ExtractValues[keyof ExtractValues], ExtractResponse>({
  schema: extractRequestSchema,
  answer,
  transferable,
})

/** What moves to the other side instead of being copied. */
function transferable(value: ExtractValues[keyof ExtractValues]): Transferable[] {
  if (Array.isArray(value)) return value.flatMap((each) => ('bytes' in each ? [each.bytes.buffer] : []))
  // All of them are made in this worker, in memory that it shares with nobody.
  if ('png' in value) return [value.png.buffer as ArrayBuffer]
  return 'bytes' in value ? [value.bytes.buffer as ArrayBuffer] : []
}

async function answer(request: ExtractRequest): Promise<ExtractValues[keyof ExtractValues]> {
  switch (request.kind) {
    case 'extract':
      return await extract(request)
    case 'extract_packed':
      return pack(await extract(request))
    case 'extract_together':
      return await extractTogether(request.files)
    case 'read_offered': {
      const { path, offer, cancelled, password = null } = request
      const isCalledAway = () => Atomics.load(new Int32Array(cancelled), 0) !== 0
      await readPagesOf(path, { offer, isCalledAway, password })
      return { left: true }
    }
    case 'try_password':
      return await tryPassword(request.path, request.password)
    case 'render':
      return await openedPdf(request.path, (document) => renderPage(document, request.page, request))
    case 'picture':
      return await drawPicture(request.bytes, request)
    case 'rects':
      return await openedPdf(request.path, (document) => rectsOnPage(document, request))
    case 'words':
      return await openedPdf(request.path, (document) => wordsOnPage(document, request))
    default:
      return assertNever(request)
  }
}

async function tryPassword(path: string, password: string): Promise<{ opens: true }> {
  const document = await openPdf(path, password)
  document.close()
  return { opens: true }
}

/** They are small: nobody could follow how far each is. */
async function extractTogether(
  files: readonly { readonly path: string; readonly name: string }[],
): Promise<Outcome<PackedExtract>[]> {
  const outcomes: Outcome<PackedExtract>[] = []
  for (const { path, name } of files) {
    const read = extractFile(path, name, () => {}, { password: null, recognition: null })
    outcomes.push(
      await read.then(
        (document) => pack({ document, chunks: chunkText(document) }),
        (error: unknown) => ({ error: toErrorShape(error) }),
      ),
    )
  }
  return outcomes
}

async function extract({
  id,
  path,
  name,
  password,
  languages,
}: {
  id: number
  path: string
  name: string
  password?: string | undefined
  languages?: readonly RecognitionLanguage[] | undefined
}): Promise<ExtractResult> {
  const onProgress = (progress: ExtractProgress) => send({ kind: 'progress', id, progress })
  const document = await extractFile(path, name, onProgress, {
    password: password ?? null,
    recognition: languages === undefined ? null : { folder: recognitionFolder, languages },
    offerPages: (offer) => send({ kind: 'offer', id, offer }, [offer.port]),
  })
  send({ kind: 'progress', id, progress: { stage: 'chunking', done: 0, total: 1 } })
  return { document, chunks: chunkText(document) }
}

/**
 * The words of a long text: the threads that read documents are several, the one that indexes them is alone. It does not
 * keep up with plain texts only; to read a page takes many times as long as to index it.
 */
function wordsOf({ document: { text, pages }, chunks }: ExtractResult): { wordStream?: WordStream } {
  if (text.length < LEAST_WORDS_TEXT || pages.length > 0) return {}
  const wordStream = readWordStream(chunks.map(({ start, end }) => text.slice(start, end)))
  return wordStream === null ? {} : { wordStream }
}

function pack(result: ExtractResult): PackedExtract {
  // A copy of its own, because a Buffer may share its memory with others and could then not be transferred.
  const bytes = new Uint8Array(serialize({ ...result, ...wordsOf(result) }))
  const { title, mime, picturePages = 0 } = result.document
  return { title, mime, extractor: extractorOf(result.document), picturePages, bytes }
}
