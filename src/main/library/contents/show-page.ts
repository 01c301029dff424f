import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { BlobStore } from '../../changes/blobs'
import type { DocumentRow } from '../../db/documents'
import type { Database } from '../../db/open'
import { pageRanges, pageWordBoxes } from '../../db/stored-text'
import { readPictureHeader } from '../../pictures/header'
import type { Library } from '../../services/library'
import { rectsOfWords, unpackWords } from '../recognition/word-boxes'
import type { ExtractPool } from '../threads/extract-pool'
import { isDrawn } from './read-layout'
import { unreadType } from './unread-type'

type PageRequest = Parameters<Library['page']>[0]
type ShownPage = Awaited<ReturnType<Library['page']>>
type MarksRequest = Parameters<Library['marks']>[0]
type Marks = Awaited<ReturnType<Library['marks']>>

/** What pages are read with. */
type PageParts = { readonly db: Database; readonly blobs: BlobStore; readonly pool: ExtractPool }

/** Draws a page of a paged document, with where its words stand. */
export async function showPage(
  parts: PageParts,
  document: DocumentRow,
  text: string,
  request: PageRequest,
): Promise<ShownPage> {
  const { sha256, path, range, pageText } = pageOf(parts, document, text, request.page)
  const isPdf = document.mime === 'application/pdf'
  const drawn = isPdf ? await drawPage(parts.pool, path, request) : await drawWhole(parts, sha256, request)
  const recognized = pageWordBoxes(parts.db, document.number, range.page)
  const words =
    recognized === undefined
      ? isPdf
        ? await parts.pool.words(path, { page: range.page, pageText })
        : []
      : unpackWords(recognized)
  return shownPage(request, drawn, pageText, words)
}

type Drawn = Awaited<ReturnType<typeof drawPage | typeof drawWhole>>

function shownPage(
  { page }: PageRequest,
  { pages, label, mediaType, bytes, width, height }: Drawn,
  text: string,
  words: ShownPage['words'],
): ShownPage {
  const image = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
  return { page, pages, label, image, width, height, text, words }
}

/** Draws a page of a PDF or picture whose text was not read. */
export async function showUnreadPage(
  parts: PageParts,
  sha256: string,
  request: PageRequest,
): Promise<ShownPage> {
  const path = parts.blobs.path(sha256)
  const isPdf = (await unreadType(parts.blobs, sha256)) === 'application/pdf'
  const drawn = isPdf ? await drawPage(parts.pool, path, request) : await drawWhole(parts, sha256, request)
  return shownPage(request, drawn, '', [])
}

/** Where ranges of a document's text stand on a page. */
export async function markPage(
  parts: PageParts,
  document: DocumentRow,
  text: string,
  request: MarksRequest,
): Promise<Marks> {
  const { path, range, pageText } = pageOf(parts, document, text, request.page)
  const onPage = request.ranges.map(({ start, end }) => ({
    start: Math.max(range.start, start) - range.start,
    end: Math.min(range.end, end) - range.start,
  }))
  const recognized = pageWordBoxes(parts.db, document.number, range.page)
  const there = onPage.filter(({ start, end }) => start < end)
  const found =
    recognized !== undefined
      ? there.map(({ start, end }) => rectsOfWords(recognized, start, end))
      : there.length === 0
        ? []
        : await parts.pool.rects(path, { page: range.page, pageText, ranges: there })
  const rects = new Map(there.map((each, index) => [each, found[index] ?? []]))
  return onPage.map((each) =>
    (rects.get(each) ?? []).map(({ x, y, width, height }) => ({ left: x, top: y, width, height })),
  )
}

/** Where a page lies in its document's file and text. */
function pageOf({ db, blobs }: PageParts, document: DocumentRow, text: string, page: number) {
  const { sha256 } = document
  if (!isDrawn(document) || sha256 === null) {
    throw new AppError('unsupported', say('document.no_pages'))
  }
  const ranges = pageRanges(db, document.number)
  const range = ranges.find((each) => each.page === page)
  if (range === undefined) {
    throw new AppError('not_found', say('document.no_page', { page, pages: ranges.length }), {
      field: 'page',
    })
  }
  return { sha256, path: blobs.path(sha256), range, pageText: text.slice(range.start, range.end) }
}

async function drawPage(pool: ExtractPool, path: string, { page, width }: PageRequest) {
  const { png, ...drawn } = await pool.render(path, page, { maxWidth: width })
  return { ...drawn, bytes: png, mediaType: 'image/png' }
}

/** Bytes of a shown picture: more than one of {@link LONGEST_EDGE} takes as a photo. */
const SHOWN_BYTES = 16_000_000
/** A receipt is several times as long as it is wide; a canvas takes no more. */
const LONGEST_EDGE = 8000

/** A picture is its only page; no larger than it is. */
async function drawWhole(
  { blobs, pool }: { readonly blobs: BlobStore; readonly pool: ExtractPool },
  sha256: string,
  { width }: PageRequest,
) {
  const bytes = await blobs.read(sha256)
  const header = readPictureHeader(bytes)
  const [short, long] = [header?.width ?? 1, header?.height ?? 1].sort((a, b) => a - b)
  const longEdge = Math.min(LONGEST_EDGE, Math.ceil((width * (long ?? 1)) / Math.max(1, short ?? 1)))
  const drawn = await pool.picture(bytes, { longEdge, limitBytes: SHOWN_BYTES })
  return { ...drawn, pages: 1, label: null }
}
