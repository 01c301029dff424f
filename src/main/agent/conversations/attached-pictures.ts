import { AppError } from '../../../shared/errors'
import type { RunEventBody } from '../../../shared/run/events'
import { say } from '../../../shared/sentences/say'
import type { Picture } from '../../../shared/tool/picture'
import type { RunEventLog } from '../../db/run-events'
import { pictureTypeOf } from '../../pictures/header'
import type { Pictures } from '../../pictures/service'
import type { Conversations } from '../../services/conversations'
import { isWritten, type ReadStored } from './attached'

/** The pictures of what a person wrote: those attached, and those in files that were. */
export function picturesOfMessage(body: RunEventBody): readonly Picture[] {
  if (!isWritten(body)) return []
  return body.attachments.flatMap((attachment) => {
    if (attachment.kind === 'image') return [attachment.picture]
    return attachment.kind === 'file' || attachment.kind === 'page' ? (attachment.read?.images ?? []) : []
  })
}

/** Draws what is to be attached, and tells what a conversation has. */
export function createAttachedPictures(parts: {
  readonly pictures: Pick<Pictures, 'forModel'>
  readonly readPicture: ReadStored
  readonly log: Pick<RunEventLog, 'written'>
  /** Throws where there is no such conversation. */
  readonly exists: (conversationId: string) => void
}): Pick<Conversations, 'drawPicture' | 'attachedPictures'> {
  return {
    async drawPicture(data) {
      const bytes = Buffer.from(data, 'base64')
      if (pictureTypeOf(bytes) === null) {
        throw new AppError('unsupported', say('attached.not_picture'))
      }
      const { picture } = await parts.pictures.forModel(bytes, new AbortController().signal)
      const drawn = await parts.readPicture(picture.sha256)
      return {
        picture,
        bytes: { mediaType: picture.mediaType, data: Buffer.from(drawn).toString('base64') },
      }
    },
    attachedPictures(id) {
      parts.exists(id)
      return parts.log.written(id).flatMap(({ body }) => picturesOfMessage(body))
    },
  }
}
