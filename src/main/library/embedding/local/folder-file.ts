import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { quoted } from '../../../../shared/text/quoted'
import { diskError, systemCode } from '../../../files/disk-errors'
import type { ModelFile } from './catalogue'
import { type FileSource, wrongContent } from './receive-file'

/**
 * A file of a model in a folder of the person's: where its host keeps it, or right in the folder. Throws `not_found`.
 */
export async function fileInFolder(folder: string, file: ModelFile): Promise<FileSource> {
  for (const path of [join(folder, file.path), join(folder, basename(file.path))]) {
    const size = await sizeOf(path)
    if (size === null) continue
    if (size !== file.bytes) throw wrongContent(file, { name: quoted(folder) })
    return {
      name: quoted(folder),
      async open(offset) {
        return { offset, chunks: createReadStream(path, { start: offset }) }
      },
    }
  }
  throw new AppError('not_found', say('download.not_in_folder', { name: basename(file.path), folder }), {
    field: 'folder',
  })
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null
    throw diskError(error, path)
  }
}
