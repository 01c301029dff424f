import type { ItemToTake } from '../../../main/library/documents/batches'
import type { CheckedAddress, FetchedPage } from '../../../main/web/service'
import type { Document } from '../../../shared/contract/document'
import { AppError, assertNever } from '../../../shared/errors'
import { formatBytes } from '../../../shared/format-bytes'
import { say } from '../../../shared/sentences/say'
import type { Said } from '../../../shared/sentences/sentence'
import { quoted } from '../../../shared/text/quoted'
import { shortened } from '../../../shared/text/start-of'
import { type Preview, spoken } from '../../../shared/tool/preview'
import type { EffectContext, Planned, ToolContext } from '../../../shared/tool/runtime'
import type { DocumentPresence, DocumentsInverse, PagesPlan } from '../module'
import type { LibraryToolServices } from '../runtime'
import { type PlannedCollection, requireCollectionThere } from './pending-collections'
import { toVersion } from './versions'

/** What is to be fetched and how it is kept. */
export interface WantedPages {
  readonly url: string
  /** The input field that has the address. */
  readonly field: string
  readonly mode: PagesPlan['mode']
  readonly maxPages: number
  readonly title: string | null
  /** Stands before each title; empty for none. */
  readonly titlePrefix: string
  readonly metadata: Readonly<Record<string, string>>
}

/** A page as a tool's state tells it. */
export interface AppliedPage {
  readonly url: string
  readonly document_id: string | null
  readonly title: string
  readonly status: Document['status']
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'duplicate' | 'failed'
  readonly error?: string | undefined
  readonly said?: Said | undefined
  readonly scripts?: Kept['scripts']
}

/** What came of fetching pages. */
export interface AppliedPages {
  readonly content: string
  readonly pages: readonly AppliedPage[]
  readonly origin: 'web'
  readonly sources: readonly string[]
}

type Gathered = NonNullable<PagesPlan['gathered']>['pages'][number]
type Kept = Extract<Gathered, { sha256: string }>

/** Characters of an address that a sentence has. */
const shownCharacters = 200

/** Pages that a result names to the model; the state has all. */
const namedPages = 100

/** Fetches pages into the library: planned without asking anyone, and brought in once approved. */
export function createPages({ library, web }: Pick<LibraryToolServices, 'library' | 'web'>) {
  return {
    plan(wanted: WantedPages, collection: PlannedCollection): Planned<PagesPlan> {
      const address = web.check(wanted.url, wanted.field)
      const { mode, maxPages, title, titlePrefix, metadata } = wanted
      return {
        plan: {
          ...{ url: address.url, host: address.host, mode, max_pages: maxPages, title },
          ...{ collection_id: collection.id, title_prefix: titlePrefix, metadata: { ...metadata } },
          run_scripts: web.runsScripts(),
        },
        preview: previewOf(address, wanted, collection, web),
        sources: [],
      }
    },

    /** What the pages say is asked of them once they are to be fetched. */
    requireBase: async (plan: PagesPlan): Promise<void> => requireCollectionThere(library, plan),

    async gather(plan: PagesPlan, { signal, progress, onlyHosts }: ToolContext): Promise<PagesPlan> {
      requireCollectionThere(library, plan)
      const { url, mode, max_pages: maxPages, run_scripts: scripts } = plan
      const wanted = { url, mode, maxPages, scripts, onlyHosts }
      const { pages, stopped } = await web.fetch({ ...wanted, signal, progress })
      return { ...plan, gathered: { pages: pages.map(toGathered), stopped } }
    },

    async apply(
      plan: PagesPlan,
      { journal }: Pick<EffectContext<DocumentsInverse>, 'journal'>,
    ): Promise<AppliedPages> {
      const { gathered } = plan
      requireCollectionThere(library, plan)
      if (gathered === undefined) throw new AppError('internal', 'The pages were not fetched before.')
      const settled = settle(plan, gathered.pages)
      journal({ documents: settled.documents, versions: settled.versions })
      await library.batches.take(settled.items)
      return {
        content: contentOf(settled.pages, gathered.stopped),
        pages: settled.pages,
        origin: 'web',
        sources: [plan.url],
      }
    },
  }

  /** What becomes of each page in the library as it is now. */
  function settle(plan: PagesPlan, gathered: readonly Gathered[]): Settled {
    const settled: Settled = { documents: [], versions: [], items: [], pages: [] }
    const byContent = new Map<string, string>()
    for (const page of gathered) settled.pages.push('error' in page ? failed(page) : keep(page))
    return settled

    function keep(page: Kept): AppliedPage {
      const { url, sha256 } = page
      const before = library.documentFromSource(url, plan.collection_id)
      if (before !== null && before.sha256 === sha256) return known(page, before, 'unchanged')
      const twin = byContent.get(sha256)
      if (twin !== undefined) return pending(page, twin, 'duplicate')
      if (before !== null) return renew(page, before)
      const same = library.documentWithContent(sha256, plan.collection_id)
      return same === null ? add(page) : known(page, same, 'duplicate')
    }

    function renew(page: Kept, { id, sha256: from }: Document): AppliedPage {
      const { url, size, sha256: to } = page
      const version = { documentId: id, versionId: library.newId(), to }
      const inPlace = !library.batches.hasBeenRead(id)
      settled.items.push({ kind: 'changed', version: { ...version, inPlace, size, path: url }, beside() {} })
      // What was never read leaves nothing to come back to.
      if (!inPlace) settled.versions.push({ ...toVersion({ ...version, from }), present: false })
      return pending(page, id, 'changed')
    }

    function add(page: Kept): AppliedPage {
      const { url: path, size, sha256 } = page
      const { collection_id: collectionId, metadata } = plan
      const id = library.newId()
      const title = chosenTitle(plan, page)
      const document = { id, path, size, sha256, collectionId, title, metadata }
      settled.items.push({ kind: 'added', document, beside() {} })
      settled.documents.push({ document_id: id, present: false, was: fieldsOf(plan, page) })
      return pending(page, id, 'added')
    }

    function pending(page: Kept, id: string, outcome: AppliedPage['outcome']): AppliedPage {
      byContent.set(page.sha256, id)
      const title = titleOf(plan, page)
      return { ...asFetched(page), document_id: id, title, status: 'pending', outcome }
    }
  }
}

/** What becomes of pages, to be done at once. */
interface Settled {
  readonly documents: DocumentPresence[]
  readonly versions: NonNullable<DocumentsInverse['versions']>
  readonly items: ItemToTake[]
  readonly pages: AppliedPage[]
}

function failed({ url, error, said }: Exclude<Gathered, Kept>): AppliedPage {
  const page = { url, document_id: null, title: url, status: 'error', outcome: 'failed', error } as const
  return said === undefined ? page : { ...page, said }
}

function known(page: Kept, { id, title, status }: Document, outcome: AppliedPage['outcome']): AppliedPage {
  return { ...asFetched(page), document_id: id, title, status, outcome }
}

function asFetched({ url, scripts }: Kept): Pick<AppliedPage, 'url' | 'scripts'> {
  return scripts === undefined ? { url } : { url, scripts }
}

function toGathered(page: FetchedPage): Gathered {
  if ('error' in page) return { url: page.url, error: page.error.message, ...saidBy(page.error) }
  const { scripts, ...kept } = page
  if (scripts === null) return kept
  const { run, error } = scripts
  return { ...kept, scripts: error === null ? { run } : { run, reason: error.message, ...saidBy(error) } }
}

function saidBy({ said }: AppError): { said?: Said } {
  return said === undefined ? {} : { said }
}

function chosenTitle({ title, title_prefix }: PagesPlan, page: Kept): string | null {
  return title ?? (title_prefix === '' ? null : `${title_prefix} ${page.title}`)
}

function titleOf(plan: PagesPlan, page: Kept): string {
  return chosenTitle(plan, page) ?? page.title
}

function fieldsOf(plan: PagesPlan, page: Kept): NonNullable<DocumentPresence['was']> {
  return {
    title: titleOf(plan, page),
    title_chosen: chosenTitle(plan, page) !== null,
    tags: [],
    metadata: plan.metadata,
    collection_id: plan.collection_id,
    sha256: page.sha256,
  }
}

/** A yes to a page is one to what its scripts load. */
const scriptsMayRun = 'run where a page shows little without them; may load from other hosts'

function previewOf(
  { url, host, origin, hostInWords }: CheckedAddress,
  { mode, maxPages, title, titlePrefix }: WantedPages,
  collection: PlannedCollection,
  { limits, runsScripts }: Pick<LibraryToolServices['web'], 'limits' | 'runsScripts'>,
): Preview {
  const single = mode === 'single'
  // A yes to one way of fetching is none to another.
  const way = single ? '' : `crawl ${maxPages} `
  // The whole of it is in the table below; a sentence of thousands of letters is read by nobody.
  const short = shortened(url, shownCharacters)
  const named = title ?? (titlePrefix === '' ? null : `${titlePrefix} …`)
  return spoken({
    summary: single
      ? say('web.add_page', { url: short, host: hostInWords, collection: collection.name })
      : say('web.add_pages', { url: short, host: hostInWords, pages: maxPages, collection: collection.name }),
    targets: [
      {
        kind: single ? 'document' : 'host',
        label: short,
        reference: `${way}${url}`,
        ...(single ? {} : { things: maxPages }),
      },
    ],
    changes: [
      {
        kind: 'fields',
        label: host,
        fields: [
          { name: 'address', before: null, after: url },
          { name: 'host', before: null, after: hostInWords },
          { name: 'pages', before: null, after: single ? '1' : `1–${maxPages}` },
          { name: 'size', before: null, after: `≤ ${formatBytes(single ? limits.page : limits.crawl)}` },
          ...(runsScripts() ? [{ name: 'scripts', before: null, after: scriptsMayRun }] : []),
          { name: 'collection', before: null, after: collection.name },
          ...(named === null ? [] : [{ name: 'title', before: null, after: named }]),
        ],
      },
    ],
    lost: [],
    recovery: 'undo',
    warnings: [],
    container: {
      kind: 'host',
      label: hostInWords,
      reference: `${way}${origin} ${collection.id}`,
      detail: collection.name,
    },
  })
}

function contentOf(pages: readonly AppliedPage[], stopped: boolean): string {
  const more = pages.length - namedPages
  return [
    ...(stopped ? ['It was stopped before it was done; these came until then:'] : []),
    ...pages.slice(0, namedPages).map(lineOf),
    ...(more > 0 ? [`and ${more} more.`] : []),
    'What is new is read in the background.',
  ].join('\n')
}

function lineOf(page: AppliedPage): string {
  const { scripts } = page
  if (scripts === undefined) return outcomeOf(page)
  return `${outcomeOf(page)}. ${scripts.reason ?? 'Its scripts were run, since it shows little without them.'}`
}

function outcomeOf({ url, document_id, title, outcome, error }: AppliedPage): string {
  const document = `${quoted(title)} (document ${document_id}) from ${url}`
  switch (outcome) {
    case 'added':
      return `Added ${document}`
    case 'changed':
      return `New version of ${document}`
    case 'unchanged':
      return `Unchanged: ${document}`
    case 'duplicate':
      return `The same content is in the collection already: ${document}`
    case 'failed':
      return `Not added: ${url}. ${error ?? ''}`
    default:
      return assertNever(outcome)
  }
}
