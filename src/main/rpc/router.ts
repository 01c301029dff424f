import { AppError } from '../../shared/errors'
import type { Usage } from '../../shared/run/blocks'
import { sumOfUsages } from '../../shared/run/usage'
import { say } from '../../shared/sentences/say'
import type { BlobStore } from '../changes/blobs'
import type { RetentionService } from '../changes/retention-service'
import type { DataService } from '../data/service'
import { namedFiles } from '../files/named-files'
import type { FileService } from '../files/service'
import type { Host } from '../host'
import { newId } from '../identifier'
import type { EmbeddingService } from '../library/embedding/service'
import type { WatchedFolders } from '../library/watch/service'
import { ownedPicture, withBytes } from '../pictures/owned'
import type { EventHub } from '../publish'
import type { Assistants } from '../services/assistants'
import type { Catalog } from '../services/catalog'
import type { Conversations } from '../services/conversations'
import type { FolderGrants } from '../services/folder-grants'
import type { Gate } from '../services/gate'
import type { SettingsService } from '../services/settings'
import { createPagesByHand } from './add-pages'
import {
  type AddingLibrary,
  addToLibrary,
  createCollection,
  grantSource,
  watchFolder,
} from './add-to-library'
import type { CallsUnderWay } from './calls-under-way'
import { conversationRoutes } from './conversation-routes'
import { dataRoutes } from './data-routes'
import type { Doctor } from './doctor'
import { createProcedures } from './procedures'
import { watchEvents } from './watch-events'

/** Everything that the procedures call. */
export interface RouterServices {
  readonly gate: Gate
  readonly catalog: Catalog
  readonly assistants: Assistants
  readonly conversations: Conversations
  readonly grants: FolderGrants
  readonly embedding: EmbeddingService
  readonly files: Pick<FileService, 'find'>
  readonly library: AddingLibrary
  readonly watchedFolders: WatchedFolders
  readonly settings: SettingsService
  readonly blobs: Pick<BlobStore, 'read'>
  readonly retention: RetentionService
  readonly data: DataService
  readonly hub: EventHub
  readonly calls: CallsUnderWay
  readonly host: Host
  readonly doctor: Doctor
  readonly version: string
  readonly dataFolder: string
  /** Takes failures that are mistakes of the program. */
  readonly report: (error: unknown) => void
}

const openableSchemes = new Set(['http:', 'https:', 'mailto:'])

/** Implements the contract once for every transport. */
export function createRouter(services: RouterServices) {
  /** The runs of what was dropped since the start. */
  const drops = new Set<string>()
  const { gate, catalog, assistants, grants, library, embedding, settings, retention, hub, host, calls } =
    services
  // A call ends with its caller, or when the core can't wait for it any longer.
  const signalOf = (signal: AbortSignal | undefined): AbortSignal =>
    signal === undefined ? calls.broken : AbortSignal.any([signal, calls.broken])
  const os = createProcedures(services)
  const pages = createPagesByHand({ gate, library, publish: hub.publish })

  return os.router({
    conversations: conversationRoutes(os, services.conversations),
    proposals: {
      list: os.proposals.list.handler(({ input }) => [...gate.proposalLines(input)]),
      listWhole: os.proposals.listWhole.handler(({ input }) => [...gate.proposals(input)]),
      get: os.proposals.get.handler(({ input }) => gate.proposal(input.id)),
      approve: os.proposals.approve.handler(({ input, context }) =>
        gate.approve({ ...input, by: context.actor }),
      ),
      amend: os.proposals.amend.handler(({ input }) => gate.amend(input)),
      stop: os.proposals.stop.handler(({ input }) => ({ stopped: gate.stopGathering(input.id) })),
      reject: os.proposals.reject.handler(({ input, context }) =>
        gate.reject({ ...input, by: context.actor }),
      ),
      proposeAgain: os.proposals.proposeAgain.handler(({ input, context, signal }) =>
        gate.proposeAgain({ id: input.id, by: context.actor, signal: signalOf(signal) }),
      ),
    },
    changes: {
      list: os.changes.list.handler(({ input }) => [...gate.changeLines(input)]),
      listWhole: os.changes.listWhole.handler(({ input }) => [...gate.changes(input)]),
      get: os.changes.get.handler(({ input }) => gate.change(input.id)),
      undo: os.changes.undo.handler(({ input, context, signal }) =>
        gate.undo({ ...input, by: context.actor, signal: signalOf(signal) }),
      ),
      undoItems: os.changes.undoItems.handler(({ input, signal }) =>
        gate.undoItems({ id: input.id, signal: signalOf(signal) }),
      ),
      undoSome: os.changes.undoSome.handler(({ input, context, signal }) =>
        gate.undoSome({ ...input, by: context.actor, signal: signalOf(signal) }),
      ),
      undoRun: os.changes.undoRun.handler(({ input, context, signal }) =>
        gate.undoRun({ ...input, by: context.actor, signal: signalOf(signal) }),
      ),
      compareUndo: os.changes.compareUndo.handler(({ input, signal }) =>
        gate.compareUndo({ id: input.id, signal: signalOf(signal) }),
      ),
      undoConversation: os.changes.undoConversation.handler(({ input, context, signal }) =>
        gate.undoConversation({ ...input, by: context.actor, signal: signalOf(signal) }),
      ),
      undoBatch: os.changes.undoBatch.handler(({ input, context, signal }) =>
        gate.undoBatch({ ...input, by: context.actor, signal: signalOf(signal) }),
      ),
      verify: os.changes.verify.handler(() => gate.verifyAudit()),
    },
    assistants: {
      list: os.assistants.list.handler(() => [...assistants.list()]),
      create: os.assistants.create.handler(({ input, context }) =>
        assistants.create({ ...input, by: context.actor }),
      ),
      change: os.assistants.change.handler(({ input, context }) =>
        assistants.change({ ...input, by: context.actor }),
      ),
      duplicate: os.assistants.duplicate.handler(({ input, context }) =>
        assistants.duplicate({ id: input.id, by: context.actor }),
      ),
      remove: os.assistants.remove.handler(({ input, context }) =>
        assistants.remove({ id: input.id, by: context.actor }),
      ),
      restore: os.assistants.restore.handler(({ input, context }) =>
        assistants.restore({ id: input.id, by: context.actor }),
      ),
      drawPicture: os.assistants.drawPicture.handler(({ input }) => assistants.drawPicture(input.data)),
      exportFile: os.assistants.exportFile.handler(({ input }) => assistants.exportFile(input.id)),
      importFile: os.assistants.importFile.handler(({ input, context }) =>
        assistants.importFile({ text: input.text, by: context.actor }),
      ),
    },
    policies: {
      list: os.policies.list.handler(({ input }) => [...gate.policies(input.assistant)]),
      set: os.policies.set.handler(({ input, context }) => gate.setPolicy({ ...input, by: context.actor })),
    },
    grantsLedger: {
      list: os.grantsLedger.list.handler(({ input }) => [...gate.standingGrants(input.status)]),
      revoke: os.grantsLedger.revoke.handler(({ input, context }) =>
        gate.revokeStandingGrant({ id: input.id, by: context.actor }),
      ),
    },
    retention: {
      usage: os.retention.usage.handler(() => retention.usage()),
      preview: os.retention.preview.handler(({ input }) => retention.preview(input.limits)),
      apply: os.retention.apply.handler(({ input, context }) =>
        retention.apply({ ...input, by: context.actor }),
      ),
    },
    library: {
      collections: os.library.collections.handler(() => [...library.collections()]),
      createCollection: os.library.createCollection.handler(({ input, context, signal }) =>
        createCollection({ gate, library, actor: context.actor, signal: signalOf(signal) }, input),
      ),
      documents: os.library.documents.handler(({ input }) => {
        const { documents, cursor, total } = library.documents(input)
        return { documents: [...documents], cursor, total }
      }),
      document: os.library.document.handler(({ input }) => library.document(input.id)),
      rows: os.library.rows.handler(async ({ input, signal }) => ({
        documents: [...(await library.rows(input, signalOf(signal)))],
      })),
      rowIds: os.library.rowIds.handler(async ({ input, signal }) => ({
        ids: [...(await library.rowIds(input, signalOf(signal)))],
      })),
      countRows: os.library.countRows.handler(async ({ input, signal }) => ({
        documents: await library.countRows(input.filter, signalOf(signal)),
      })),
      facets: os.library.facets.handler(({ input, signal }) =>
        library.facets(input.collectionId, signalOf(signal)),
      ),
      add: os.library.add.handler(async ({ input, context, signal }) => {
        const gesture = { gate, library, actor: context.actor, signal: signalOf(signal) }
        // No other run can be joined than one that an earlier part of a drop began.
        const runId = input.runId !== undefined && drops.has(input.runId) ? input.runId : newId()
        drops.add(runId)
        return await addToLibrary(gesture, { ...input, runId })
      }),
      addText: os.library.addText.handler(async ({ input, context, signal }) => {
        const { title, text, ...place } = input
        const paths = [await library.storeText(title, text)]
        const gesture = { gate, library, actor: context.actor, signal: signalOf(signal) }
        return await addToLibrary(gesture, { paths, title, ...place })
      }),
      addPages: os.library.addPages.handler(({ input, context, signal }) =>
        pages.add({ actor: context.actor, signal: signalOf(signal) }, input),
      ),
      stopPages: os.library.stopPages.handler(({ input }) => ({ stopped: pages.stop(input.progress) })),
      cancelAll: os.library.cancelAll.handler(async ({ input }) => ({
        cancelled: await library.cancelAll(input.ids),
      })),
      watchedFolders: os.library.watchedFolders.handler(() => services.watchedFolders.list()),
      watchFolder: os.library.watchFolder.handler(({ input, context }) =>
        watchFolder({ ...services, actor: context.actor }, input),
      ),
      unwatchFolder: os.library.unwatchFolder.handler(({ input, context }) =>
        services.watchedFolders.stop(input.id, context.actor),
      ),
      cancel: os.library.cancel.handler(({ input }) => library.cancel(input.id)),
      restart: os.library.restart.handler(({ input }) => library.restart(input.id, input.recognize)),
      unlock: os.library.unlock.handler(({ input, signal }) =>
        library.unlock(input.id, input.password, signalOf(signal)),
      ),
      search: os.library.search.handler(async ({ input, signal }) => {
        const answer = await library.search({ ...input, signal: signalOf(signal) })
        return { ...answer, results: [...answer.results] }
      }),
      page: os.library.page.handler(async ({ input }) => {
        const page = await library.page(input)
        return { ...page, highlights: [...page.highlights] }
      }),
      layout: os.library.layout.handler(({ input }) => library.layout(input.id, input.asText)),
      find: os.library.find.handler(({ input, signal }) =>
        library.find(input.id, input.words, signalOf(signal)),
      ),
      sourceState: os.library.sourceState.handler(({ input, signal }) =>
        library.sourceState(input.id, signalOf(signal)),
      ),
      text: os.library.text.handler(({ input }) => library.text(input.id, input.start, input.length)),
    },
    embedding: {
      status: os.embedding.status.handler(() => embedding.status()),
      test: os.embedding.test.handler(({ input }) => embedding.test(input)),
      choose: os.embedding.choose.handler(({ input }) => embedding.choose(input)),
      setKey: os.embedding.setKey.handler(({ input }) =>
        embedding.setKey(input.provider, input.address, input.key),
      ),
      switchOff: os.embedding.switchOff.handler(() => embedding.switchOff()),
      pause: os.embedding.pause.handler(() => embedding.pause()),
      goOn: os.embedding.goOn.handler(() => embedding.goOn()),
      remove: os.embedding.remove.handler(() => embedding.remove()),
    },
    embeddingModels: {
      list: os.embeddingModels.list.handler(() => embedding.models.list()),
      download: os.embeddingModels.download.handler(({ input }) => embedding.models.download(input)),
      stop: os.embeddingModels.stop.handler(({ input }) => embedding.models.stop(input.id)),
      take: os.embeddingModels.take.handler(({ input }) => embedding.models.take(input.id, input.folder)),
      remove: os.embeddingModels.remove.handler(({ input }) => embedding.models.remove(input.id)),
    },
    tools: {
      catalog: os.tools.catalog.handler(() => [...catalog.tools]),
      call: os.tools.call.handler(async ({ input, context, signal }) => {
        const usages: Usage[] = []
        const outcome = await gate.call({
          tool: input.tool,
          input: input.input,
          actor: context.actor,
          approval: context.approval,
          runId: context.runId ?? null,
          conversationId: null,
          toolUseId: null,
          signal: signalOf(signal),
          used: (usage) => usages.push(usage),
        })
        if (outcome.status !== 'done') return outcome
        const images = outcome.result.images ?? []
        return {
          ...outcome,
          ...(usages.length > 0 ? { usage: sumOfUsages(usages) } : {}),
          ...(input.pictures && images.length > 0
            ? { pictures: await withBytes(services.blobs, images) }
            : {}),
        }
      }),
    },
    pictures: {
      get: os.pictures.get.handler(({ input }) => ownedPicture(services, input)),
    },
    files: {
      grants: os.files.grants.handler(() => [...grants.list()]),
      grant: os.files.grant.handler(({ input, context }) =>
        grants.grant(input.path, input.access, grantSource(context.actor)),
      ),
      revoke: os.files.revoke.handler(({ input }) => {
        grants.revoke(input.id)
        return { id: input.id }
      }),
      chooseFolder: os.files.chooseFolder.handler(async () => {
        const path = await nativeDialogs(host).chooseFolder()
        return path === null ? null : { path }
      }),
      named: os.files.named.handler(async ({ input, signal }) => ({
        files: await namedFiles(services, input, signalOf(signal)),
      })),
      chooseTarget: os.files.chooseTarget.handler(async ({ input }) => {
        const path = await nativeDialogs(host).chooseTarget(input.name)
        return path === null ? null : { path }
      }),
      chooseFiles: os.files.chooseFiles.handler(async () => ({
        paths: [...(await nativeDialogs(host).chooseFiles())],
      })),
    },
    settings: {
      get: os.settings.get.handler(() => settings.get()),
      set: os.settings.set.handler(({ input }) => settings.set(input)),
      setKey: os.settings.setKey.handler(({ input }) => settings.setKey(input.key)),
      checkServer: os.settings.checkServer.handler(() => settings.checkServer()),
      prepareModel: os.settings.prepareModel.handler(async () => ({
        prepared: await settings.prepareModel(),
      })),
      takesPictures: os.settings.takesPictures.handler(async ({ input }) => ({
        takes: await settings.takesPictures(input.model),
      })),
      pageSpeaks: os.settings.pageSpeaks.handler(({ input }) => {
        settings.pageSpeaks(input.language)
        return { language: settings.language() }
      }),
      modelStatus: os.settings.modelStatus.handler(() => settings.modelStatus()),
      findLocalServers: os.settings.findLocalServers.handler(async () => [
        ...(await settings.findLocalServers()),
      ]),
      listModels: os.settings.listModels.handler(async () => [...(await settings.listModels())]),
    },
    data: dataRoutes(os, services.data, calls),
    system: {
      info: os.system.info.handler(() => ({
        version: services.version,
        host: host.kind,
        platform: process.platform,
        pid: process.pid,
        dataFolder: services.dataFolder,
        nativeDialogs: host.dialogs !== null,
        nativeNotifications: host.notifications !== null,
      })),
      doctor: os.system.doctor.handler(async ({ input }) => {
        const checks = await services.doctor(input?.index ?? 'sample')
        return { ok: checks.every((check) => check.ok), checks: [...checks] }
      }),
      openExternal: os.system.openExternal.handler(async ({ input }) => {
        await openExternal(host, input.url)
        return { opened: true }
      }),
      notify: os.system.notify.handler(({ input: { conversationId, title, body } }) => {
        const clicked = () => hub.publish({ type: 'conversation_wanted', id: conversationId })
        host.notifications?.show({ about: conversationId, title, body, clicked })
        return { shown: host.notifications !== null }
      }),
      focus: os.system.focus.handler(() => host.focus()),
      giveWay: os.system.giveWay.handler(() => ({ givesWay: host.giveWay() })),
    },
    events: {
      watch: os.events.watch.handler(({ signal }) =>
        // A stream does not end with the calls: it tells their last events.
        watchEvents(hub, signal ?? new AbortController().signal, calls.ended),
      ),
    },
  })
}

/** The router's type, for clients in the same process. */
export type Router = ReturnType<typeof createRouter>

function nativeDialogs(host: Host) {
  if (host.dialogs === null) {
    throw new AppError('unsupported', say('host.no_dialogs'))
  }
  return host.dialogs
}

async function openExternal(host: Host, address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !openableSchemes.has(url.protocol)) {
    throw new AppError('denied', say('host.only_web'), { field: 'url' })
  }
  await host.openExternal(url.href)
}
