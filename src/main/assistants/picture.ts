import type { AssistantPicture } from '../../shared/contract/assistants'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Picture } from '../../shared/tool/picture'
import type { BlobStore } from '../changes/blobs'
import { readPictureHeader } from '../pictures/header'
import { type Pictures, smallPictureEdge } from '../pictures/service'
import type { Assistants } from '../services/assistants'
import type { FilePicture } from './file'

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** The pictures of assistants: as they are stored, and as their files have them. */
export interface Portraits {
  /** The picture as it is stored; throws `invalid_input` where it is none that an assistant can have. */
  check(picture: AssistantPicture): Promise<AssistantPicture>
  fromFile(picture: FilePicture): Promise<AssistantPicture>
  toFile(picture: AssistantPicture): Promise<FilePicture>
  /** Stores what a person chose, small. */
  readonly draw: Assistants['drawPicture']
}

/** Makes what reads and stores them. */
export function createPortraits({
  blobs,
  pictures,
}: {
  readonly blobs: Pick<BlobStore, 'read'>
  readonly pictures: Pick<Pictures, 'small'>
}): Portraits {
  const readBase64 = async ({ sha256 }: Picture): Promise<string> =>
    (await blobs.read(sha256)).toString('base64')

  const check = async (picture: AssistantPicture): Promise<AssistantPicture> => {
    if (picture.kind === 'emoji') return { kind: 'emoji', emoji: checkEmoji(picture.emoji) }
    if (picture.kind === 'stored') {
      return { kind: 'stored', picture: await checkStoredPicture(blobs, picture.picture.sha256) }
    }
    return picture
  }

  return {
    check,
    async fromFile(picture) {
      if (picture.kind !== 'picture') return check(picture)
      return { kind: 'stored', picture: await pictures.small(Buffer.from(picture.data, 'base64')) }
    },
    async toFile(picture) {
      if (picture.kind !== 'stored') return picture
      return { kind: 'picture', data: await readBase64(picture.picture) }
    },
    async draw(data) {
      const picture = await pictures.small(Buffer.from(data, 'base64'))
      return { picture, bytes: { mediaType: picture.mediaType, data: await readBase64(picture) } }
    },
  }
}

/** One emoji; throws `invalid_input` for anything else. */
function checkEmoji(text: string): string {
  const trimmed = text.trim()
  if ([...letters.segment(trimmed)].length === 1 && pictograph.test(trimmed)) return trimmed
  throw new AppError('invalid_input', say('assistant.emoji'), { field: 'picture' })
}

/** What is stored under a hash, where it is a picture that was drawn small for this; throws `invalid_input`. */
async function checkStoredPicture(blobs: Pick<BlobStore, 'read'>, sha256: string): Promise<Picture> {
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
