import type { ItemToTake } from '../../../main/library/batches'
import type { DocumentVersion } from '../../../main/library/tool-service'
import type { CheckedAddress, FetchedPage } from '../../../main/web/service'
import type { Document } from '../../../shared/contract/document'
import type { UndoComparison } from '../../../shared/contract/undo-choices'
import { AppError, assertNever } from '../../../shared/errors'
import { formatBytes } from '../../../shared/format-bytes'
import { quoted } from '../../../shared/quoted'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Said } from '../../../shared/sentences/sentence'
import { shortened } from '../../../shared/start-of'
import { type Preview, spoken } from '../../../shared/tool/preview'
import { recordObstacle } from '../../../shared/tool/record-fields'
import type { ChosenFor, EffectContext, Planned, Reverted, ToolContext } from '../../../shared/tool/runtime'
import type { DocumentPresence, PagesInverse, PagesPlan } from '../module'
import type { LibraryToolServices } from '../runtime'
import type { PlannedCollection } from './pending-collections'
import {
  broughtBackTogether,
  inverseOfPresence,
  presenceConflict,
  presenceObstacle,
  requireKept,
  settledPresence,
} from './presence'

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
type Added = PagesInverse['added'][number]
type Version = PagesInverse['versions'][number]

/** Characters of an address that a sentence has. */
const shownCharacters = 200

/** Pages that a result names to the model; the state has all. */
const namedPages = 100

/** Fetches pages into the library: planned without asking anyone, brought in once approved, and taken back like files. */
export function createPages({ library, web }: Pick<LibraryToolServices, 'library' | 'web'>) {
  const undone = undoPages(library)
  return {
    ...undone,

    plan(wanted: WantedPages, collection: PlannedCollection): Planned<PagesPlan> {
      const address = web.check(wanted.url, wanted.field)
      const { mode, maxPages, title, titlePrefix, metadata } = wanted
      return {
        plan: {
          ...{ url: address.url, host: address.host, mode, max_pages: maxPages, title },
          ...{ collection_id: collection.id, title_prefix: titlePrefix, metadata: { ...metadata } },
        },
        preview: previewOf(address, wanted, collection, web.limits),
        sources: [],
      }
    },

    async gather(plan: PagesPlan, { signal, progress, onlyHosts }: ToolContext): Promise<PagesPlan> {
      const { url, mode, max_pages: maxPages } = plan
      const { pages, stopped } = await web.fetch({ url, mode, maxPages, signal, progress, onlyHosts })
      return { ...plan, gathered: { pages: pages.map(toGathered), stopped } }
    },

    async apply(
      plan: PagesPlan,
      { journal }: Pick<EffectContext<PagesInverse>, 'journal'>,
    ): Promise<AppliedPages> {
      const { gathered } = plan
      if (gathered === undefined) throw new AppError('internal', 'The pages were not fetched before.')
      const settled = settle(plan, gathered.pages)
      journal({ present: false, added: settled.added, versions: settled.versions })
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
    const settled: Settled = { added: [], versions: [], items: [], pages: [] }
    const byContent = new Map<string, string>()
    for (const page of gathered) settled.pages.push('error' in page ? failed(page) : keep(page))
    return settled

    function keep(page: Kept): AppliedPage {
      const { url, sha256 } = page
      const before = library.documentFromSource(url, plan.collection_id)
      if (before !== null && before.sha256 === sha256) return known(url, before, 'unchanged')
      const twin = byContent.get(sha256)
      if (twin !== undefined) return pending(page, twin, 'duplicate')
      if (before !== null) return renew(page, before)
      const same = library.documentWithContent(sha256, plan.collection_id)
      return same === null ? add(page) : known(url, same, 'duplicate')
    }

    function renew(page: Kept, { id, sha256: from }: Document): AppliedPage {
      const { url, size, sha256: to } = page
      const version = { documentId: id, versionId: library.newId(), to }
      const inPlace = !library.batches.hasBeenRead(id)
      settled.items.push({ kind: 'changed', version: { ...version, inPlace, size, path: url }, beside() {} })
      // What was never read leaves nothing to come back to.
      if (!inPlace) settled.versions.push(toVersion({ ...version, from }))
      return pending(page, id, 'changed')
    }

    function add(page: Kept): AppliedPage {
      const { url: path, size, sha256 } = page
      const { collection_id: collectionId, metadata } = plan
      const id = library.newId()
      const title = chosenTitle(plan, page)
      const document = { id, path, size, sha256, collectionId, title, metadata }
      settled.items.push({ kind: 'added', document, beside() {} })
      settled.added.push({ document_id: id, was: fieldsOf(plan, page) })
      return pending(page, id, 'added')
    }

    function pending(page: Kept, id: string, outcome: AppliedPage['outcome']): AppliedPage {
      byContent.set(page.sha256, id)
      const title = titleOf(plan, page)
      return { url: page.url, document_id: id, title, status: 'pending', outcome }
    }
  }
}

/** What becomes of pages, to be done at once. */
interface Settled {
  readonly added: Added[]
  readonly versions: Version[]
  readonly items: ItemToTake[]
  readonly pages: AppliedPage[]
}

function failed({ url, error, said }: Exclude<Gathered, Kept>): AppliedPage {
  const page = { url, document_id: null, title: url, status: 'error', outcome: 'failed', error } as const
  return said === undefined ? page : { ...page, said }
}

function known(url: string, { id, title, status }: Document, outcome: AppliedPage['outcome']): AppliedPage {
  return { url, document_id: id, title, status, outcome }
}

/** Takes pages back, or brings them again: new documents go, renewed ones get the content that they had. */
function undoPages(library: LibraryToolServices['library']) {
  const presenceOf = ({ present, settled }: PagesInverse, added: Added): DocumentPresence => ({
    ...added,
    present,
    ...(settled === undefined ? {} : { settled }),
  })
  const obstaclesOf = (inverse: PagesInverse): UndoComparison[] => {
    if (inverse.settled === true) return []
    const documents = inverse.added.map((each) => presenceObstacle(library, presenceOf(inverse, each)))
    const blocked = inverse.versions.filter(
      (version) => library.batches.versionObstacle(fromVersion(version), inverse.present) !== null,
    )
    return [
      ...documents.filter((each) => each !== null),
      ...blocked.map(({ document_id }) =>
        recordObstacle({ label: nameOf(document_id), reference: document_id, obstacle: 'changed' }),
      ),
    ]
  }
  const nameOf = (id: string) => (library.isThere(id) ? library.document(id).title : id)

  return {
    async revert(
      inverse: PagesInverse,
      { journal, rollback }: EffectContext<PagesInverse>,
    ): Promise<Reverted> {
      const { present, versions } = inverse
      if (present && !rollback) requireKept(library, idsOf(inverse.added), titleIn(inverse))
      const [obstacle] = rollback ? [] : obstaclesOf(inverse)
      if (obstacle !== undefined) throw presenceConflict(obstacle)
      const added = inverse.added.map((each) => {
        const { was } = inverseOfPresence(library, presenceOf(inverse, each))
        return { ...each, was: { ...each.was, ...was, sha256: was?.sha256 ?? each.was.sha256 } }
      })
      journal({ present: !present, added, versions, settled: true })
      await library.batches.setPresent(idsOf(added), present)
      const known = versions.map(fromVersion)
      // A crash may have come before the new content did.
      const standing = rollback
        ? known.filter((version) => library.batches.versionObstacle(version, present) === null)
        : known
      await library.batches.setVersions(standing, present)
      const documents = counted(added.length + versions.length, 'page')
      return {
        content: present
          ? `What came from the web is in the library again: ${documents}.`
          : `What came from the web was taken back: ${documents}.`,
      }
    },
    broughtBack: broughtBackTogether,
    compare: async (inverse: PagesInverse) => obstaclesOf(inverse),
    async rebase(inverse: PagesInverse, chosen: ChosenFor): Promise<PagesInverse | null> {
      const added = inverse.added.filter(
        (each) => settledPresence(library, presenceOf(inverse, each), chosen) !== null,
      )
      const versions = inverse.versions.filter((version) => {
        if (library.batches.versionObstacle(fromVersion(version), inverse.present) === null) return true
        if (chosen(version.document_id) === 'keep') return false
        const { document_id } = version
        throw presenceConflict(
          recordObstacle({ label: nameOf(document_id), reference: document_id, obstacle: 'changed' }),
        )
      })
      return added.length + versions.length === 0 ? null : { ...inverse, added, versions, settled: true }
    },
  }
}

function idsOf(added: readonly Added[]): string[] {
  return added.map(({ document_id }) => document_id)
}

function titleIn({ added }: PagesInverse): (id: string) => string | undefined {
  return (id) => added.find(({ document_id }) => document_id === id)?.was.title
}

function toGathered(page: FetchedPage): Gathered {
  if (!('error' in page)) return { ...page }
  const { url, error } = page
  return { url, error: error.message, ...(error.said === undefined ? {} : { said: error.said }) }
}

function chosenTitle({ title, title_prefix }: PagesPlan, page: Kept): string | null {
  return title ?? (title_prefix === '' ? null : `${title_prefix} ${page.title}`)
}

function titleOf(plan: PagesPlan, page: Kept): string {
  return chosenTitle(plan, page) ?? page.title
}

function fieldsOf(plan: PagesPlan, page: Kept): Added['was'] {
  return {
    title: titleOf(plan, page),
    title_chosen: chosenTitle(plan, page) !== null,
    tags: [],
    metadata: plan.metadata,
    collection_id: plan.collection_id,
    sha256: page.sha256,
  }
}

function toVersion({ documentId, versionId, from, to }: DocumentVersion): Version {
  return { document_id: documentId, version_id: versionId, from, to }
}

function fromVersion({ document_id, version_id, from, to }: Version): DocumentVersion {
  return { documentId: document_id, versionId: version_id, from, to }
}

function previewOf(
  { url, host, origin, hostInWords }: CheckedAddress,
  { mode, maxPages, title, titlePrefix }: WantedPages,
  collection: PlannedCollection,
  limits: LibraryToolServices['web']['limits'],
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

function lineOf({ url, document_id, title, outcome, error }: AppliedPage): string {
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
