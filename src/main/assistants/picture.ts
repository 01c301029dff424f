import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Picture } from '../../shared/tool/picture'
import type { BlobStore } from '../changes/blobs'
import { readPictureHeader } from '../pictures/header'
import { smallPictureEdge } from '../pictures/service'

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** One emoji; throws `invalid_input` for anything else. */
export function checkEmoji(text: string): string {
  const trimmed = text.trim()
  if ([...letters.segment(trimmed)].length === 1 && pictograph.test(trimmed)) return trimmed
  throw new AppError('invalid_input', say('assistant.emoji'), { field: 'picture' })
}

/** What is stored under a hash, where it is a picture that was drawn small for this; throws `invalid_input`. */
export async function checkStoredPicture(blobs: Pick<BlobStore, 'read'>, sha256: string): Promise<Picture> {
  const bytes = await blobs.read(sha256)
  const header = readPictureHeader(bytes)
  if (header === null || Math.max(header.width, header.height) > smallPictureEdge) {
    throw new AppError('invalid_input', say('assistant.no_picture'), {
      field: 'picture',
    })
  }
  const { mediaType, width, height } = header
  return { sha256, mediaType, width, height, size: bytes.length }
}
