import type { Actor } from '../../../shared/actor'
import { newId } from '../../identifier'
import type { WatchedFolders } from '../../library/watch/service'
import type { EventHub } from '../../publish'
import type { FolderGrants } from '../../services/folder-grants'
import type { Gate } from '../../services/gate'
import { createPagesByHand } from '../add-pages'
import {
  type AddingLibrary,
  addToLibrary,
  createCollection,
  nothingAdded,
  watchFolder,
} from '../add-to-library'
import { createAdditionsByHand } from '../additions-by-hand'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

interface LibraryRouteServices {
  readonly gate: Gate
  readonly library: AddingLibrary
  readonly watchedFolders: WatchedFolders
  readonly grants: FolderGrants
  readonly hub: Pick<EventHub, 'publish'>
  readonly calls: CallsUnderWay
}

/** What the contract says of the library; every change goes through the gate as the person’s own gesture. */
export function libraryRoutes(os: Procedures, services: LibraryRouteServices) {
  const { gate, library, watchedFolders, hub, calls } = services
  const pages = createPagesByHand({ gate, library, publish: hub.publish })
  const additions = createAdditionsByHand(library)
  /** When the runs of what was dropped since the start began. */
  const drops = new Map<string, number>()
  const gestureOf = (actor: Actor, signal: AbortSignal | undefined) => ({
    gate,
    library,
    actor,
    signal: calls.signalOf(signal),
  })

  return {
    collections: os.library.collections.handler(() => [...library.collections()]),
    createCollection: os.library.createCollection.handler(({ input, context, signal }) =>
      createCollection(gestureOf(context.actor, signal), input),
    ),
    documents: os.library.documents.handler(({ input }) => {
      const { documents, cursor, total } = library.documents(input)
      return { documents: [...documents], cursor, total }
    }),
    document: os.library.document.handler(({ input }) => library.document(input.id)),
    rows: os.library.rows.handler(async ({ input, signal }) => ({
      documents: [...(await library.rows(input, calls.signalOf(signal)))],
    })),
    rowIds: os.library.rowIds.handler(async ({ input, signal }) => ({
      ids: [...(await library.rowIds(input, calls.signalOf(signal)))],
    })),
    countRows: os.library.countRows.handler(async ({ input, signal }) => ({
      documents: await library.countRows(input.filter, calls.signalOf(signal)),
    })),
    facets: os.library.facets.handler(({ input, signal }) =>
      library.facets(input.collectionId, calls.signalOf(signal)),
    ),
    add: os.library.add.handler(async ({ input, context, signal }) => {
      // No other run can be joined than one that an earlier part of a drop began.
      const { asks, only, versions, runId: joined, ...named } = input
      const runId = joined !== undefined && drops.has(joined) ? joined : newId()
      const since = drops.get(runId) ?? Date.now()
      drops.set(runId, since)
      const gesture = gestureOf(context.actor, signal)
      const wanted = {
        ...named,
        only: only === undefined ? undefined : new Set(only),
        versions: new Map(versions.map(({ path, documentId }) => [path, documentId])),
        ...(asks ? { asksSince: since } : {}),
      }
      const added = nothingAdded(runId)
      return await additions.follow({ ...gesture, runId }, (tell) => {
        tell(added)
        return addToLibrary(gesture, wanted, added)
      })
    }),
    addition: os.library.addition.handler(({ input }) => additions.underWay(input.evenIfDone)),
    forgetAddition: os.library.forgetAddition.handler(() => {
      additions.forget()
      return {}
    }),
    leaveOut: os.library.leaveOut.handler(async ({ input }) => {
      await library.forgetUploads(input.paths, [])
      return {}
    }),
    addText: os.library.addText.handler(async ({ input, context, signal }) => {
      const { title, text, ...place } = input
      const paths = [await library.storeText(title, text)]
      const gesture = gestureOf(context.actor, signal)
      return await additions.follow(gesture, async (tell) => {
        const added = await addToLibrary(gesture, { paths, title, ...place })
        tell(added)
        return added
      })
    }),
    addPages: os.library.addPages.handler(({ input, context, signal }) => {
      const gesture = gestureOf(context.actor, signal)
      return additions.follow(gesture, async (tell) => {
        const added = await pages.add(gesture, input)
        tell(added)
        return added
      })
    }),
    stopPages: os.library.stopPages.handler(({ input }) => ({ stopped: pages.stop(input.progress) })),
    cancelAll: os.library.cancelAll.handler(async ({ input }) => ({
      cancelled: await library.cancelAll(input.ids),
    })),
    watchedFolders: os.library.watchedFolders.handler(() => watchedFolders.list()),
    watchFolder: os.library.watchFolder.handler(({ input, context }) =>
      watchFolder({ ...services, actor: context.actor }, input),
    ),
    unwatchFolder: os.library.unwatchFolder.handler(({ input, context }) =>
      watchedFolders.stop(input.id, context.actor),
    ),
    cancel: os.library.cancel.handler(({ input }) => library.cancel(input.id)),
    restart: os.library.restart.handler(({ input }) => library.restart(input.id, input.recognize)),
    unlock: os.library.unlock.handler(({ input, signal }) =>
      library.unlock(input.id, input.password, calls.signalOf(signal)),
    ),
    search: os.library.search.handler(async ({ input, signal }) => {
      const { asked: _toRankBy, ...answer } = await library.search({
        ...input,
        signal: calls.signalOf(signal),
      })
      const { results, corrections, marked, asWritten, writtenAnew } = answer
      return {
        ...answer,
        results: [...results],
        corrections: [...corrections],
        marked: [...marked],
        asWritten: [...asWritten],
        writtenAnew: [...writtenAnew],
      }
    }),
    original: os.library.original.handler(({ input }) => library.original(input)),
    page: os.library.page.handler(async ({ input }) => {
      const page = await library.page(input)
      return { ...page, words: [...page.words] }
    }),
    marks: os.library.marks.handler(async ({ input }) => {
      const marks = await library.marks(input)
      return marks.map((rects) => [...rects])
    }),
    layout: os.library.layout.handler(({ input }) => library.layout(input.id, input.asText)),
    find: os.library.find.handler(({ input, signal }) =>
      library.find(input.id, input.words, calls.signalOf(signal)),
    ),
    sourceState: os.library.sourceState.handler(({ input, signal }) =>
      library.sourceState(input.id, calls.signalOf(signal)),
    ),
    text: os.library.text.handler(({ input }) => library.text(input.id, input.start, input.length)),
  }
}
