import type { PictureBytes, PictureOwner } from '../../shared/contract/pictures'
import { client } from '../app/client'

/** Gets a picture that something shows. */
export async function loadPicture(of: PictureOwner, sha256: string): Promise<Blob> {
  return pictureBlob(await client.pictures.get({ of, sha256 }))
}

/** The bytes of a picture as they travel. */
export function pictureBlob({ mediaType, data }: PictureBytes): Blob {
  return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type: mediaType })
}
