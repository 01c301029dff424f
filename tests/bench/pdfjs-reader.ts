import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serialize } from 'node:v8'
import { getDocumentProxy } from 'unpdf'
import { chunkText } from '../../src/main/library/chunking/chunk'
import type { ExtractedDocument, PageRange } from '../../src/main/library/extractors/types'
import { extractorOf } from '../../src/main/library/extractors/versions'
import {
  type ExtractRequest,
  type ExtractResponse,
  extractRequestSchema,
  type PackedExtract,
} from '../../src/main/workers/extract-protocol'
import { serveRequests } from '../../src/main/workers/serve-requests'

/** The first argument of the bench's entry where it is a thread that reads PDFs with pdf.js in the product's place. */
export const PDFJS_READER = 'pdfjs-reader'

/**
 * Writes what stands in the place of the product's reader, and answers its address: it hands each request on to a thread
 * whose memory has no limits but Node's own, so that pdf.js is not measured within limits that were chosen for another.
 */
export function writePdfjsReader(folder: string, bundle: string): URL {
  const path = join(folder, 'pdfjs-reader.mjs')
  writeFileSync(
    path,
    `import { parentPort, Worker } from 'node:worker_threads'
const reader = new Worker(new URL(${JSON.stringify(bundle)}), { argv: ['${PDFJS_READER}'] })
parentPort.on('message', (message) => reader.postMessage(message))
reader.on('message', (message) => parentPort.postMessage(message, message.value ? [message.value.bytes.buffer] : []))
`,
  )
  return pathToFileURL(path)
}

/** What such a thread does: the text of each page as pdf.js gives it, in its order; the rest of the pipeline is ours. */
export function runPdfjsReader(): void {
  serveRequests<ExtractRequest, PackedExtract, ExtractResponse>({
    schema: extractRequestSchema,
    async answer(request) {
      if (request.kind !== 'extract_packed') throw new Error(`The reader with pdf.js can’t ${request.kind}.`)
      const document = await extractPdf(request.path)
      const bytes = new Uint8Array(serialize({ document, chunks: chunkText(document) }))
      return { title: null, mime: document.mime, extractor: extractorOf(document), picturePages: 0, bytes }
    },
    transferable: ({ bytes }) => [bytes.buffer],
  })
}

async function extractPdf(path: string): Promise<ExtractedDocument> {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 })
  const pages: PageRange[] = []
  const texts: string[] = []
  let start = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    const text = `${words.join('')}\n\n`.normalize('NFC').toWellFormed()
    pages.push({ page: number, start, end: start + text.length })
    texts.push(text)
    start += text.length
    page.cleanup()
  }
  await pdf.cleanup()
  return { title: null, mime: 'application/pdf', text: texts.join(''), pages, headings: [], warnings: [] }
}
