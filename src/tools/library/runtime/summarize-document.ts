import type { DocumentSummaries, SummaryByModel } from '../../../main/agent/document-summary/service'
import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import { citationText } from '../../../shared/run/citation-text'
import { counted } from '../../../shared/sentences/english'
import type { Answer } from '../../../shared/tool/runtime'
import type { LibraryTool } from '../runtime'
import { namesIn } from './names'

type Summary = Awaited<ReturnType<LibraryTool<'summarize_document'>['run']>>['state']
type Written = Extract<SummaryByModel, { kind: 'written' }>
type Statement = Written['statements'][number]
type Chunk = Statement['basis'][number]['passage']

/** Sums a document up: by the model that is set up, else by the document's own sentences. */
export function summarizeDocument({
  library,
  summaries,
}: {
  readonly library: Pick<LibraryToolService, 'chunks' | 'summarize'> & {
    document(id: string): Pick<Document, 'title' | 'pages' | 'chunks'>
  }
  readonly summaries: DocumentSummaries
}): LibraryTool<'summarize_document'> {
  return {
    names: namesIn(library),
    async run({ doc_id, max_chunks }, context) {
      const { title, pages, chunks } = library.document(doc_id)
      const document = { id: doc_id, title, pages }
      const made = await summaries.write({
        document,
        passages: (most) => library.chunks(doc_id, most, context.signal),
        mostStatements: max_chunks,
        context,
      })
      if (made.kind === 'written') return inModelsWords(document, made, max_chunks, chunks)
      const sentences = await library.summarize(doc_id, max_chunks, context.signal)
      return inOwnSentences(document, sentences, made)
    },
  }
}

interface Named {
  readonly id: string
  readonly title: string
  /** Null for formats without pages. */
  readonly pages: number | null
}

function inModelsWords(
  document: Named,
  { model, statements, read, dropped }: Written,
  maxChunks: number,
  of: number,
): Answer<Summary> {
  const { title } = document
  const { kept, leftOut } = onPassages(statements, maxChunks)
  const notice = [
    read < of
      ? `The model read ${counted(read, 'passage')} of ${of.toLocaleString('en')}, evenly chosen.`
      : '',
    droppedText(dropped),
    leftOut === 0
      ? ''
      : `${counted(leftOut, 'statement')} that ${leftOut === 1 ? 'rests' : 'rest'} on more passages than were asked for ${leftOut === 1 ? 'was' : 'were'} left out.`,
    unsourcedText(kept),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
  const summary = kept.map((statement) => cited(title, statement)).join('\n')
  return {
    content: `${title}, summed up by the model ${model}:\n${summary}${inBrackets(notice)}`,
    state: {
      document_id: document.id,
      title,
      pages: document.pages,
      summary,
      chunks: chunksOf(document, kept),
      method: 'model',
      model,
      statements: kept.map(({ text, basis }) => ({
        text,
        chunk_ids: basis.map(({ passage }) => chunkId(document, passage)),
      })),
      read: { passages: read, of },
      ...(dropped === 0 ? {} : { dropped_citations: dropped }),
      ...(leftOut === 0 ? {} : { dropped_statements: leftOut }),
      ...(notice === '' ? {} : { notice }),
    },
    origin: 'library',
    sources: [title],
  }
}

function inOwnSentences(
  document: Named,
  sentences: Awaited<ReturnType<LibraryToolService['summarize']>>,
  made: Exclude<SummaryByModel, Written>,
): Answer<Summary> {
  const { id, title, pages } = document
  const summary = sentences.map((each) => `${each.sentence} ${citationText(title, each)}`).join('\n')
  const notice =
    made.kind === 'no_model'
      ? ''
      : `The model did not sum it up: ${made.message} These are sentences of the document itself.`
  return {
    content:
      summary === ''
        ? `“${title}” has no text to summarize.`
        : `${title}, in its own words:\n${summary}${inBrackets(notice)}`,
    state: {
      document_id: id,
      title,
      pages,
      summary,
      chunks: sentences.map(({ sentence, ...chunk }) => ({ ...placeOf(document, chunk), sentence })),
      method: 'sentences',
      ...(made.kind === 'no_model' ? {} : { why_not_by_model: made.why, notice }),
    },
    origin: 'library',
    sources: [title],
  }
}

/** The statements as far as they rest on so many passages: on its first one each, then on others while there is room. */
function onPassages(
  statements: readonly Statement[],
  most: number,
): { readonly kept: readonly Statement[]; readonly leftOut: number } {
  const chosen = new Set<Chunk>()
  const choose = (passage: Chunk): boolean => {
    if (!chosen.has(passage) && chosen.size === most) return false
    chosen.add(passage)
    return true
  }
  const kept = statements.filter(({ basis: [first] }) => first === undefined || choose(first.passage))
  return {
    kept: kept.map(({ text, basis }) => ({ text, basis: basis.filter(({ passage }) => choose(passage)) })),
    leftOut: statements.length - kept.length,
  }
}

/** The passages behind the statements, in the order of the text, each with its words that say so. */
function chunksOf(document: Named, statements: readonly Statement[]): Summary['chunks'] {
  const words = new Map<Chunk, string>()
  for (const { passage, quote } of statements.flatMap(({ basis }) => basis)) {
    if ((words.get(passage) ?? '') === '') words.set(passage, quote)
  }
  return [...words]
    .sort(([a], [b]) => a.ordinal - b.ordinal)
    .map(([passage, quote]) => ({
      ...placeOf(document, passage),
      sentence: (quote === '' ? passage.text : quote).replace(/\s+/g, ' ').trim(),
    }))
}

function placeOf(
  document: Named,
  { ordinal, page, section, start, end }: Pick<Chunk, 'ordinal' | 'page' | 'section' | 'start' | 'end'>,
) {
  return {
    chunk_id: chunkId(document, { ordinal }),
    ...(page === null ? {} : { page }),
    ...(section === null ? {} : { section }),
    start,
    end,
  }
}

function chunkId({ id }: Named, { ordinal }: Pick<Chunk, 'ordinal'>): string {
  return `${id}#${ordinal}`
}

function cited(title: string, { text, basis }: Statement): string {
  const marks = new Set(basis.map(({ passage }) => citationText(title, passage)))
  return [text, ...marks].join(' ')
}

function droppedText(dropped: number): string {
  if (dropped === 0) return ''
  return `${counted(dropped, 'citation')} of the model named nothing that it was given, or quoted words that are not there, and ${dropped === 1 ? 'was' : 'were'} left out.`
}

function unsourcedText(statements: readonly Statement[]): string {
  const bare = statements.filter(({ basis }) => basis.length === 0).length
  if (bare === 0) return ''
  return `${counted(bare, 'statement')} ${bare === 1 ? 'names' : 'name'} no passage and can’t be checked.`
}

function inBrackets(notice: string): string {
  return notice === '' ? '' : `\n(${notice})`
}
