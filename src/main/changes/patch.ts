import { AppError } from '../../shared/errors'
import type { ContentPiece } from '../../shared/tool/file-change'

/** The bytes that pieces make of others; throws `corrupt` where they do not fit. */
export function patchBytes(base: Uint8Array, pieces: readonly ContentPiece[]): Buffer {
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
  return Buffer.concat(parts)
}

function misfit(): AppError {
  return new AppError(
    'corrupt',
    'A stored difference does not fit what it was made for. Nothing was changed.',
  )
}
