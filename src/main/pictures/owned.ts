import type { PictureOwner, PictureWish } from '../../shared/contract/pictures'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Picture } from '../../shared/tool/picture'
import type { ChangePreview, Preview } from '../../shared/tool/preview'
import type { BlobStore } from '../changes/blobs'
import type { Assistants } from '../services/assistants'
import type { Conversations } from '../services/conversations'
import type { Gate } from '../services/gate'

/** Whoever has pictures to show. */
export interface PictureOwners {
  readonly gate: Pick<Gate, 'proposal' | 'change'>
  readonly conversations: Pick<Conversations, 'picturesOfCall' | 'attachedPictures'>
  readonly assistants: Pick<Assistants, 'get'>
  readonly blobs: Pick<BlobStore, 'read'>
}

/**
 * The bytes of a picture that belongs to a proposal, a change, an assistant, a tool call or a message; throws `not_found` for every other
 * stored file, and where the retention let it go.
 */
export async function ownedPicture(
  { blobs, ...owners }: PictureOwners,
  { of, sha256 }: PictureWish,
): Promise<{ mediaType: Picture['mediaType']; data: string }> {
  const picture = picturesOf(of, owners).find((owned) => owned.sha256 === sha256)
  if (picture === undefined) throw new AppError('not_found', say('picture.not_here'))
  return { mediaType: picture.mediaType, data: await readAsBase64(blobs, picture) }
}

/** Pictures of a result with their bytes, for a caller that was just given the result. */
export async function withBytes(
  blobs: Pick<BlobStore, 'read'>,
  pictures: readonly Picture[],
): Promise<{ mediaType: Picture['mediaType']; data: string }[]> {
  return Promise.all(
    pictures.map(async (picture) => ({
      mediaType: picture.mediaType,
      data: await readAsBase64(blobs, picture),
    })),
  )
}

/** The pictures that a preview shows. */
function picturesIn({ changes }: Preview): Picture[] {
  return changes
    .flatMap(looksIn)
    .flatMap((look) => (look.picture === undefined ? [] : look.picture.thumbnail))
}

function looksIn(change: ChangePreview) {
  switch (change.kind) {
    case 'binary':
      return [change.before, change.after].filter((look) => look !== undefined)
    case 'fields':
    case 'removal':
      return change.look === undefined ? [] : [change.look]
    case 'text':
      return []
    default:
      return assertNever(change)
  }
}

function picturesOf(
  of: PictureOwner,
  { gate, conversations, assistants }: Omit<PictureOwners, 'blobs'>,
): readonly Picture[] {
  switch (of.kind) {
    case 'proposal': {
      const { preview, amendment } = gate.proposal(of.id)
      return [...picturesIn(preview), ...(amendment === null ? [] : picturesIn(amendment.preview))]
    }
    case 'change':
      return picturesIn(gate.change(of.id).preview)
    case 'assistant': {
      const { picture } = assistants.get(of.id)
      return picture.kind === 'stored' ? [picture.picture] : []
    }
    case 'tool_call':
      return conversations.picturesOfCall(of.conversationId, of.toolUseId)
    case 'conversation':
      return conversations.attachedPictures(of.id)
    default:
      return assertNever(of)
  }
}

async function readAsBase64(blobs: Pick<BlobStore, 'read'>, { sha256 }: Picture): Promise<string> {
  try {
    return (await blobs.read(sha256)).toString('base64')
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    throw new AppError('not_found', say('picture.gone'), { cause: error })
  }
}
