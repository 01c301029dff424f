import type { LibraryTool, LibraryToolServices } from '../runtime'
import { plannedCollection } from './pending-collections'
import { undoDocuments } from './undo-documents'
import { type AppliedPage, createPages } from './web-pages'

/** Fetches a page, or pages of a site, into the library. */
export function fetchWebContent(services: LibraryToolServices): LibraryTool<'fetch_web_content'> {
  const { library } = services
  const { plan, requireBase, gather, apply } = createPages(services)
  return {
    async plan({ url, collection_id, mode, max_pages, title_prefix = '' }, context) {
      const collection = plannedCollection(library, collection_id ?? library.defaultCollectionId, context)
      const wanted = { url, field: 'url', mode, maxPages: mode === 'single' ? 1 : max_pages }
      return plan({ ...wanted, title: null, titlePrefix: title_prefix, metadata: {} }, collection)
    },
    requireBase,
    gather,
    async apply(planned, context) {
      const { pages, ...answer } = await apply(planned, context)
      const stopped = planned.gathered?.stopped ?? false
      return { ...answer, state: { pages: [...pages], ...countsOf(pages), stopped } }
    },
    ...undoDocuments(library),
  }
}

function countsOf(pages: readonly AppliedPage[]) {
  const count = (outcome: AppliedPage['outcome']) => pages.filter((page) => page.outcome === outcome).length
  const failed = count('failed')
  return {
    succeeded: pages.length - failed,
    failed,
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged') + count('duplicate'),
  }
}
