import type { PictureOwner } from '../../shared/contract/pictures'
import { client } from '../app/client'

/** Gets a picture that a proposal, a change or a tool call shows. */
export async function loadPicture(of: PictureOwner, sha256: string): Promise<Blob> {
  const { mediaType, data } = await client.pictures.get({ of, sha256 })
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: mediaType })
}
