import { createHash } from 'node:crypto'
import { attachedPictureLimits } from '../../shared/contract/conversations'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Sentence } from '../../shared/sentences/sentence'
import type { ContentLook, Picture, PictureType } from '../../shared/tool/picture'
import type { BlobStore } from '../changes/blobs'
import type { DrawnPicture, DrawOptions } from './draw'
import { pictureTypeOf } from './header'
import { mediaTypeOf } from './media-type'

/** Bytes of a file that is opened as a picture: more than cameras write, little enough for memory. */
export const pictureFileBytes = 64_000_000
/** Pixels of the longer edge of a picture that goes to a model. */
export const modelPictureEdge = attachedPictureLimits.longEdge
/** Bytes of a picture that goes to a model: 5 MB as base64, the least limit of current models. */
const MODEL_BYTES = 3_700_000
/** Pixels: sharp on a screen with two pixels a point, where a preview is 240 points wide. */
const THUMBNAIL_EDGE = 480
/** Bytes of a thumbnail; it is kept with its proposal. */
const THUMBNAIL_BYTES = 600_000
/** Pixels: sharp on a screen with two pixels a point, where an assistant's picture is at most 96 points wide. */
export const smallPictureEdge = 192
/** First bytes that a preview shows: four rows of sixteen. */
const HEAD_BYTES = 64

/** A picture for a model, with what it was in the file. */
export interface PreparedPicture {
  readonly picture: Picture
  readonly originalType: PictureType
  /** Pixels, upright. */
  readonly originalWidth: number
  readonly originalHeight: number
}

/** Draws pictures out of sight and keeps them by their content. */
export interface Pictures {
  /** As a model takes it; throws `too_large` or `corrupt` with a sentence. */
  forModel(bytes: Uint8Array, signal: AbortSignal): Promise<PreparedPicture>
  /** For a place beside a name; throws `unsupported`, `too_large` or `corrupt` with a sentence. */
  small(bytes: Uint8Array): Promise<Picture>
  /** What bytes hold, for a preview; never throws for what they are. */
  look(bytes: Uint8Array): Promise<ContentLook>
}

/** Draws a picture in another thread. */
export type DrawInWorker = (
  bytes: Uint8Array,
  options: DrawOptions & { readonly signal?: AbortSignal },
) => Promise<DrawnPicture>

/** Makes the service over the store and the worker that draws. */
export function createPictures({
  blobs,
  draw,
}: {
  readonly blobs: Pick<BlobStore, 'putBytes'>
  readonly draw: DrawInWorker
}): Pictures {
  const keep = async ({ bytes, mediaType, width, height }: DrawnPicture): Promise<Picture> => {
    const { sha256, size } = await blobs.putBytes(bytes)
    return { sha256, mediaType, width, height, size }
  }

  return {
    async forModel(bytes, signal) {
      const drawn = await draw(bytes, { longEdge: modelPictureEdge, limitBytes: MODEL_BYTES, signal })
      const { originalType, originalWidth, originalHeight } = drawn
      return { picture: await keep(drawn), originalType, originalWidth, originalHeight }
    },
    async small(bytes) {
      if (pictureTypeOf(bytes) === null) {
        throw new AppError('unsupported', say('picture.not_usable'))
      }
      return keep(await draw(bytes, { longEdge: smallPictureEdge, limitBytes: THUMBNAIL_BYTES }))
    },
    async look(bytes) {
      const told = {
        mediaType: mediaTypeOf(bytes),
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }
      const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('hex')
      if (pictureTypeOf(bytes) === null) return { ...told, head }
      if (bytes.length > pictureFileBytes) {
        const { text: problem, said } = tooLargeInWords(bytes.length)
        return { ...told, head, problem, said }
      }
      try {
        const drawn = await draw(bytes, { longEdge: THUMBNAIL_EDGE, limitBytes: THUMBNAIL_BYTES })
        const { originalWidth: width, originalHeight: height } = drawn
        return { ...told, picture: { width, height, thumbnail: await keep(drawn) } }
      } catch (error) {
        const failure = toAppError(error)
        if (!saysWhatItIs(failure)) throw error
        const { message: problem, said } = failure
        return { ...told, head, problem, ...(said === undefined ? {} : { said }) }
      }
    },
  }
}

/** Why a file is too large to be opened as a picture. */
export function tooLargeInWords(size: number): Sentence {
  return say('picture.over_limit', { size, limit: pictureFileBytes })
}

/** Failures that are the picture's; a plan can be shown without it. */
function saysWhatItIs({ code }: AppError): boolean {
  return code === 'too_large' || code === 'corrupt' || code === 'timeout' || code === 'unsupported'
}
