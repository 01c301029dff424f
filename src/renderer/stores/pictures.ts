import type { PictureBytes, PictureOwner } from '../../shared/contract/pictures'
import { bytesOfBase64 } from '../app/base64'
import { client } from '../app/client'

/** Pictures that were just drawn and belong to nothing yet, by their hash. */
const drawn = new Map<string, Blob>()

/** Keeps a picture at hand that is shown before it is saved with what it is for. */
export function keepDrawn(sha256: string, bytes: Blob): void {
  drawn.set(sha256, bytes)
}

/** Whether this page has drawn it. */
export function isDrawn(sha256: string): boolean {
  return drawn.has(sha256)
}

/** Gets a picture that something shows. */
export async function loadPicture(of: PictureOwner, sha256: string): Promise<Blob> {
  const own = drawn.get(sha256)
  if (own !== undefined) return own
  return pictureBlob(await client.pictures.get({ of, sha256 }))
}

/** The bytes of a picture as they travel. */
export function pictureBlob({ mediaType, data }: PictureBytes): Blob {
  return new Blob([bytesOfBase64(data)], { type: mediaType })
}
