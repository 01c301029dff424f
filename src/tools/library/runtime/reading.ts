import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Correction, NamedFile, Passage, UnreadDocument } from '../../../shared/contract/passages'
import { dayMs } from '../../../shared/durations'
import { AppError } from '../../../shared/errors'
import { citationText } from '../../../shared/run/citation-text'
import { counted } from '../../../shared/sentences/english'
import { languageName } from '../../../shared/text/language-name'
import { shownInstead } from '../../../shared/text/shown-instead'
import type { LibraryTool } from '../runtime'
import { mimeOfType } from './document-types'
import { namesIn } from './names'

/** Characters that are read when no length is asked for. */
const DEFAULT_LENGTH = 20_000
const MAX_LENGTH = 50_000

/** Finds passages. */
export function searchLibrary(library: LibraryToolService): LibraryTool<'search_library'> {
  return {
    names: namesIn(library),
    async run(input, { signal }) {
      const { query, collection_id, top_k, min_similarity, tags, types, doc_id } = input
      // One that is not there is told; to find nothing in it would say something of its text.
      if (doc_id !== undefined) library.document(doc_id)
      const within = {
        collectionId: collection_id,
        tags,
        types: types?.map(mimeOfType),
        documentId: doc_id,
        addedFrom: input.added_from === undefined ? undefined : Date.parse(input.added_from),
        addedBefore: input.added_to === undefined ? undefined : Date.parse(input.added_to) + dayMs,
      }
      const found = await library.search({
        ...{ query, ...within },
        minSimilarity: min_similarity,
        limit: top_k,
        signal,
      })
      const { results, tookMs, asked, corrections, foreign, waiting, searchedBy } = found
      const unread = library.unreadNamed(query, within)
      const passages = results.map(
        (each, index) => `${index + 1}. ${citationText(each.title, each)}\n${each.text}`,
      )
      return {
        content: [
          passages.length > 0 ? passages.join('\n\n') : nothingFound(library),
          ...corrections.map(searchedInstead),
          inAnotherLanguage(foreign),
          ...unread.map(notRead),
          stillIndexing(waiting),
          searchedBy?.notice === undefined ? '' : `(${searchedBy.notice})`,
        ]
          .filter((part) => part !== '')
          .join('\n\n'),
        state: {
          results: [...results],
          took_ms: tookMs,
          asked: [...asked],
          files: filesOf(library, results),
          ...unlessEmpty('as_written', found.asWritten),
          ...unlessEmpty('written_anew', found.writtenAnew),
          ...unlessEmpty('corrections', corrections),
          ...(foreign === undefined ? {} : { foreign }),
          ...unlessEmpty('unread', unread),
          ...(waiting === undefined ? {} : { waiting }),
          ...searchedBy,
        },
        origin: 'library',
        sources: [...new Set([...results, ...unread].map(({ title }) => title))],
      }
    },
  }
}

/** A list of the state that is left out where nothing is in it. */
function unlessEmpty<N extends string, T>(name: N, list: readonly T[]): { [K in N]?: T[] } {
  return list.length === 0 ? {} : ({ [name]: [...list] } as { [K in N]: T[] })
}

function filesOf(library: LibraryToolService, results: readonly Passage[]): NamedFile[] {
  const ids = new Set(results.map(({ document_id }) => document_id))
  // One may have been deleted since it was found.
  return [...ids].flatMap((document_id) => {
    const name = library.knownAs(document_id)?.file
    return name === undefined ? [] : [{ document_id, name }]
  })
}

function searchedInstead(correction: Correction): string {
  const { word, sure, parts } = correction
  const why = parts !== undefined ? 'what it is made of, ' : sure ? '' : 'where it may be a misspelling, '
  const instead = `“${shownInstead(correction)}”${parts === undefined ? '' : ','}`
  return `(Nothing in the library says “${word}”; ${why}${instead} was searched for instead.)`
}

function inAnotherLanguage(foreign: string | undefined): string {
  if (foreign === undefined) return ''
  return `(The query seems to be in ${languageName(foreign, 'en')}, and hardly anything in the library is: by words alone only what is spelt alike is found. Search in the language of the documents.)`
}

const whyNotRead: Readonly<Record<UnreadDocument['why'], string>> = {
  locked: 'it is locked with a password, which its person can give in the Library',
  pictures: 'it consists of pictures; “Read with OCR” in the Library reads what they show',
  failed: 'it could not be read; the Library says why',
  stopped: 'its reading was stopped; it can be started again in the Library',
  at_work: 'it is still being read',
}

function notRead({ title, why }: UnreadDocument): string {
  return `(“${title}” was not searched: ${whyNotRead[why]}.)`
}

function stillIndexing(waiting: { documents: number; of: number } | undefined): string {
  if (waiting === undefined) return ''
  return `(The search index is being built: ${waiting.documents.toLocaleString('en')} of ${counted(waiting.of, 'document')} can’t be found yet.)`
}

function nothingFound(library: LibraryToolService): string {
  const { total } = library.documents({ status: 'complete', limit: 1 })
  const waiting = library.documents({ status: 'pending', limit: 1 }).total
  const state = `The library has ${counted(total, 'document')} to search`
  return `No passage has these words. ${state}${waiting === 0 ? '' : `, and ${waiting} more being read`}. Try other words.`
}

/** Reads the text of a document. */
export function readDocument(library: LibraryToolService): LibraryTool<'read_document'> {
  return {
    names: namesIn(library),
    async run({ doc_id, from_page, to_page, start, length = DEFAULT_LENGTH }) {
      const byPage = from_page !== undefined || to_page !== undefined
      if (byPage && start !== undefined) {
        throw new AppError('invalid_input', 'Give pages or a start, not both.', {
          field: 'start',
          sources: [],
        })
      }
      const wantedOf = (pages: readonly PageRange[]) =>
        byPage
          ? pagesToRange(pages, from_page ?? 1, to_page ?? pages.length)
          : { start: start ?? 0, end: Infinity }
      const limit = Math.min(length, MAX_LENGTH)
      // Says which document is meant where a title was given instead of an id.
      library.document(doc_id)
      const piece = await library.textByPages(doc_id, (pages) => {
        const { start, end } = wantedOf(pages)
        return { start, length: Math.min(limit, end - start) }
      })
      const document = library.document(doc_id)
      const wanted = wantedOf(piece.pages)
      const end = piece.start + piece.text.length
      const touched = piece.pages.filter((page) => page.start < end && page.end > piece.start)
      const { text, places } = withMarks(piece.text, piece.start, touched)
      const left = Math.min(wanted.end, piece.total) - end
      const rest =
        left > 0
          ? `\n\n(${left.toLocaleString('en')} more characters: go on with start=${end}.)`
          : piece.text === '' && !byPage
            ? `(There is nothing from there on: the text has ${counted(piece.total, 'character')}.)`
            : ''
      return {
        content: `${document.title}\n\n${text}${rest}`,
        state: {
          document_id: doc_id,
          title: document.title,
          text,
          start: piece.start,
          end,
          total: piece.total,
          pages: document.pages,
          from_page: touched[0]?.page ?? null,
          to_page: touched.at(-1)?.page ?? null,
          places,
        },
        origin: 'library',
        sources: [document.title],
      }
    },
  }
}

type PageRange = { readonly page: number; readonly start: number; readonly end: number }

function pagesToRange(pages: readonly PageRange[], from: number, to: number): { start: number; end: number } {
  if (pages.length === 0) {
    throw new AppError('unsupported', 'This document has no pages; read it by start and length.', {
      field: 'from_page',
      sources: [],
    })
  }
  const first = pages.find(({ page }) => page === from)
  const last = pages.find(({ page }) => page === Math.min(to, pages.length))
  if (first === undefined) {
    throw new AppError('invalid_input', `The document has pages 1 to ${pages.length}.`, {
      field: 'from_page',
      sources: [],
    })
  }
  if (last === undefined || last.page < first.page) {
    throw new AppError('invalid_input', 'The last page comes before the first.', {
      field: 'to_page',
      sources: [],
    })
  }
  return { start: first.start, end: last.end }
}

/** What is read of a page: its range of the document's text, and where that begins in the text with marks. */
type ReadPlace = PageRange & { readonly at: number }

/** The text with `[page N]` before what stands on each page. */
function withMarks(
  text: string,
  offset: number,
  pages: readonly PageRange[],
): { text: string; places: ReadPlace[] } {
  if (pages.length === 0) return { text, places: [] }
  let marked = ''
  const places: ReadPlace[] = []
  for (const { page, start, end } of pages) {
    const from = Math.max(0, start - offset)
    const raw = text.slice(from, end - offset)
    const words = raw.trim()
    const begin = offset + from + (raw.length - raw.trimStart().length)
    marked += `${marked === '' ? '' : '\n\n'}[page ${page}]\n`
    places.push({ page, start: begin, end: begin + words.length, at: marked.length })
    marked += words
  }
  return { text: marked, places }
}
