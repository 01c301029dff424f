import type { ServerFeatures } from '../../../shared/contract/settings'
import type { Picture } from '../../../shared/tool/picture'
import type { ModelRequest } from '../port'

/** Pictures of one request, the newest first: the vendor takes 100 and scales down more strictly above 20. */
const PICTURES = 20
/** Bytes of all pictures of a request; as base64 two thirds of the 32 MB that a request may have. */
const TOTAL_BYTES = 16_000_000

/** The pictures of a request that are sent, as base64 by their hash; for every other one a sentence is sent. */
export type SentPictures = ReadonlyMap<string, string>

/** Reads the newest pictures of a request; none for a server that takes none. */
export async function loadPictures(
  { messages, readPicture }: ModelRequest,
  features: ServerFeatures,
): Promise<SentPictures> {
  const sent = new Map<string, string>()
  if (!features.images || readPicture === undefined) return sent
  let bytes = 0
  for (const picture of newestFirst(messages)) {
    if (sent.has(picture.sha256)) continue
    if (sent.size >= PICTURES || bytes + picture.size > TOTAL_BYTES) break
    const data = await readPicture(picture.sha256)
    if (data === null) continue
    bytes += data.length
    sent.set(picture.sha256, Buffer.from(data).toString('base64'))
  }
  return sent
}

/** What a model reads in place of a picture. */
export function pictureNotSent({ width, height }: Picture, features: ServerFeatures): string {
  const what = `A picture of ${width} × ${height} pixels`
  return features.images
    ? `[${what} was here. It is not sent again; read the file again, or ask for the picture, if it is needed.]`
    : `[${what} belongs here, but this model server takes no pictures: it can’t be seen. Say so rather than guess what it shows.]`
}

function* newestFirst(messages: ModelRequest['messages']): Generator<Picture, void, void> {
  for (const { content } of messages.toReversed()) {
    for (const block of content.toReversed()) {
      if (block.type === 'image') yield block.picture
      if (block.type === 'tool_result') yield* block.images ?? []
    }
  }
}
