import { isAbsolute } from 'node:path'
import type { LocalModel } from '../../../../shared/contract/embedding-models'
import { AppError, toErrorShape } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { problemOf, wordsOf } from '../../../../shared/sentences/sentence'
import { quoted } from '../../../../shared/text/quoted'
import { createTurns } from '../../../async/in-turn'
import type { Publish } from '../../../publish'
import { type CatalogueModel, type ModelFile, modelBytes } from './catalogue'
import { remoteFile } from './download-file'
import { fileInFolder } from './folder-file'
import { createModelFiles } from './model-files'
import type { FileSource } from './receive-file'
import { createTransfers, type Transfer } from './transfers'

/** The files of models that run on this machine. */
export interface LocalModels {
  list(): Promise<LocalModel[]>
  /** Begins; what becomes of it is told by events. */
  download(wanted: { id: string; address: string; bytes: number }): Promise<LocalModel[]>
  stop(id: string): Promise<LocalModel[]>
  /** Ends when the files are here. */
  take(id: string, folder: string): Promise<LocalModel[]>
  remove(id: string): Promise<LocalModel[]>
  /** A model with its files, if all are here. */
  ready(id: string): Promise<{ readonly model: CatalogueModel; readonly folder: string } | null>
  close(): Promise<void>
}

/** What the service is made of. */
export type LocalModelsOptions = {
  readonly catalogue: readonly CatalogueModel[]
  /** Where the files are kept, a folder for each model. */
  readonly folder: string
  readonly publish: Publish
  /** Whether searches, or the vectors under way, use this model. */
  readonly inUse: (id: string) => boolean
  /** The files of a model have come. */
  readonly onReady: (id: string) => void
  readonly report: (error: unknown) => void
}

/** People look no more often than this (milliseconds). */
const TELL_PAUSE_MS = 250

/** Makes the service; it touches nothing before it is asked. */
export function createLocalModels(options: LocalModelsOptions): LocalModels {
  const { catalogue, publish } = options
  const files = createModelFiles(options.folder)
  const transfers = createTransfers(options.onReady)
  let toldAt = Number.NEGATIVE_INFINITY

  const named = (id: string): CatalogueModel => {
    const model = catalogue.find((each) => each.id === id)
    if (model === undefined) throw new AppError('not_found', `There is no model ${quoted(id)}.`)
    return model
  }
  const describe = async (model: CatalogueModel): Promise<LocalModel> => {
    const { ready, done } = await files.look(model)
    const transfer = transfers.of(model.id)
    const { id, name, languages, licence, dimensions, address, revision, hosts } = model
    return {
      ...{ id, name, languages, licence, dimensions, address, revision },
      hosts: [...hosts],
      files: model.files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
      bytes: modelBytes(model),
      folder: files.folderOf(model),
      state: transfer?.state ?? (ready ? 'ready' : done > 0 ? 'partial' : 'absent'),
      done,
      from: transfer?.from ?? null,
      ...problemOf(transfer?.problem ?? null),
    }
  }
  const list = () => Promise.all(catalogue.map(describe))

  /** What was seen first is told first. */
  const inTurn = createTurns()
  const tell = (): Promise<LocalModel[]> => {
    toldAt = performance.now()
    return inTurn(async () => {
      const models = await list()
      publish({ type: 'embedding_models', models })
      return models
    })
  }
  const tellSoon = () => void tell().catch(options.report)
  const tellNowAndThen = () => {
    if (performance.now() - toldAt >= TELL_PAUSE_MS) tellSoon()
  }

  const receive = (
    model: CatalogueModel,
    { stop: { signal } }: Transfer,
    sourceOf: (file: ModelFile) => FileSource | Promise<FileSource>,
  ): Promise<void> => files.receive(model, sourceOf, { signal, onBytes: tellNowAndThen })

  const download = (model: CatalogueModel): Promise<void> =>
    transfers.begin(model, 'downloading', async (transfer) => {
      const onHost = (host: string) => {
        transfer.from = host
        tellSoon()
      }
      try {
        await receive(model, transfer, (file) => remoteFile(model, file, onHost))
      } catch (error) {
        // Stopping is no problem: the person did it.
        if (!transfer.stop.signal.aborted) transfer.problem = wordsOf(toErrorShape(error))
        throw error
      }
    })

  return {
    list,
    async download({ id, address, bytes }) {
      const model = named(id)
      if (model.address !== address || modelBytes(model) !== bytes) {
        throw new AppError('conflict', say('download.not_as_shown', { model: model.name }))
      }
      const ended = download(model)
      ended
        .catch(() => {})
        .then(tell)
        .catch(options.report)
      return await tell()
    },
    async stop(id) {
      await transfers.stop(named(id).id)
      return await tell()
    },
    async take(id, folder) {
      const model = named(id)
      if (!isAbsolute(folder)) {
        throw new AppError('invalid_input', say('download.whole_path'), {
          field: 'folder',
        })
      }
      try {
        await transfers.begin(model, 'copying', (transfer) =>
          receive(model, transfer, (file) => fileInFolder(folder, file)),
        )
      } finally {
        await tell()
      }
      return await list()
    },
    async remove(id) {
      const model = named(id)
      if (options.inUse(id)) {
        throw new AppError('conflict', say('download.in_use', { model: model.name }))
      }
      await transfers.forget(id)
      await files.remove(model)
      return await tell()
    },
    async ready(id) {
      const model = catalogue.find((each) => each.id === id)
      if (model === undefined || !(await files.look(model)).ready) return null
      return { model, folder: files.folderOf(model) }
    },
    close: () => transfers.close(),
  }
}
