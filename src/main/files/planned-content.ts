import { AppError } from '../../shared/errors'
import type { FileContent } from '../../shared/tool/file-change'
import { digestOf } from '../changes/digest'
import { patchBytes } from '../changes/patch'

/** The bytes of a planned content, proved to be what was planned; `base` are those that a difference changes. */
export async function contentBytes(content: FileContent, base?: Uint8Array): Promise<Buffer> {
  const bytes = unproved(content, base)
  if ((await digestOf(bytes)) === content.sha256) return bytes
  throw new AppError('corrupt', 'The planned content is not what was approved. Nothing was changed.')
}

function unproved(content: FileContent, base: Uint8Array | undefined): Buffer {
  if (content.encoding !== 'patch') return Buffer.from(content.data, content.encoding)
  if (base === undefined) throw new AppError('internal', 'A difference was read without what it changes.')
  return patchBytes(base, content.pieces)
}
