import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { FileContent } from '../../shared/tool/file-change'
import { digestOf } from '../changes/digest'
import { patchParts } from '../changes/patch'

/**
 * The bytes of a planned content in parts, proved to be what was planned; `base` are those that a difference changes,
 * and what stays of them is not copied. Throws `corrupt` where they are not.
 */
export async function contentParts(content: FileContent, base?: Uint8Array): Promise<readonly Uint8Array[]> {
  const parts = unproved(content, base)
  if ((await digestOf(parts)) === content.sha256) return parts
  throw new AppError('corrupt', say('file.planned_differs'))
}

/** The same in one part. */
export async function contentBytes(content: FileContent, base?: Uint8Array): Promise<Buffer> {
  return Buffer.concat(await contentParts(content, base))
}

function unproved(content: FileContent, base: Uint8Array | undefined): Uint8Array[] {
  if (content.encoding !== 'patch') return [Buffer.from(content.data, content.encoding)]
  if (base === undefined) throw new AppError('internal', 'A difference was read without what it changes.')
  return patchParts(base, content.pieces)
}
