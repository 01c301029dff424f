import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { diskError } from '../../../files/disk-errors'
import { freeBytes } from '../../../files/free-bytes'
import { type CatalogueModel, type ModelFile, modelBytes } from './catalogue'
import { bytesAt, type FileSource, partOf, receiveFile } from './receive-file'

/** The files of models in one folder, in which each model has its own. */
export interface ModelFiles {
  folderOf(model: CatalogueModel): string
  /** How much of a model is here, in bytes; `ready` when each of its files is whole. */
  look(model: CatalogueModel): Promise<{ readonly ready: boolean; readonly done: number }>
  /** Gets the files that are not here, and goes on with what is here of them; throws where they would not fit. */
  receive(
    model: CatalogueModel,
    sourceOf: (file: ModelFile) => FileSource | Promise<FileSource>,
    progress: { readonly signal: AbortSignal; readonly onBytes: () => void },
  ): Promise<void>
  remove(model: CatalogueModel): Promise<void>
}

/** Room that stays free beside a model's files (bytes): the database wants to go on. */
const SPARE_BYTES = 200_000_000

/** Looks after the files below `folder`, which need not be there. */
export function createModelFiles(folder: string): ModelFiles {
  const folderOf = (model: CatalogueModel) => join(folder, model.id)
  const pathOf = (model: CatalogueModel, file: ModelFile) => join(folderOf(model), file.name)

  /** A file that is whole has its name. */
  const look: ModelFiles['look'] = async (model) => {
    const files = await Promise.all(
      model.files.map(async (file) => {
        const whole = (await bytesAt(pathOf(model, file))) === file.bytes
        return { whole, bytes: whole ? file.bytes : await bytesAt(partOf(pathOf(model, file))) }
      }),
    )
    return {
      ready: files.every(({ whole }) => whole),
      done: files.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }

  return {
    folderOf,
    look,
    async receive(model, sourceOf, progress) {
      const { done } = await look(model)
      await requireRoom(folder, modelBytes(model) - done)
      for (const file of model.files) {
        if ((await bytesAt(pathOf(model, file))) === file.bytes) continue
        await receiveFile(pathOf(model, file), file, await sourceOf(file), progress)
      }
    },
    async remove(model) {
      await rm(folderOf(model), { recursive: true, force: true }).catch((error: unknown) => {
        throw diskError(error, folderOf(model))
      })
    },
  }
}

/** Refuses before the first byte what would not fit. */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  // The folder itself may not be there yet; its parent, the data folder, is.
  const free = await freeBytes(join(folder, '..'))
  if (free >= bytes + SPARE_BYTES) return
  throw new AppError('unavailable', say('download.no_room', { free, needed: bytes + SPARE_BYTES }))
}
