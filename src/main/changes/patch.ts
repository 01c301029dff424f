import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { ContentPiece } from '../../shared/tool/file-change'

/** The bytes that pieces make of others; throws `corrupt` where they do not fit. */
export function patchBytes(base: Uint8Array, pieces: readonly ContentPiece[]): Buffer {
  return Buffer.concat(patchParts(base, pieces))
}

/** The same bytes as parts in order, of which those that stay are not copied. */
export function patchParts(base: Uint8Array, pieces: readonly ContentPiece[]): Uint8Array[] {
  const parts: Uint8Array[] = []
  let taken = 0
  for (const { at, remove, data } of pieces) {
    if (!(Number.isSafeInteger(at) && Number.isSafeInteger(remove) && at >= taken && remove >= 0))
      throw misfit()
    if (at + remove > base.length) throw misfit()
    parts.push(base.subarray(taken, at), Buffer.from(data, 'utf8'))
    taken = at + remove
  }
  parts.push(base.subarray(taken))
  return parts
}

function misfit(): AppError {
  return new AppError('corrupt', say('stored.difference'))
}
