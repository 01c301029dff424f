import { isPictureFile } from '../../app/shrink-picture'
import { attachmentsText } from '../../text/attachments'

/** The pictures that were pasted; none where there is text too, which office programs draw a picture of. */
export function picturesOfPaste(clipboard: Pick<DataTransfer, 'getData' | 'files'>): File[] {
  if (clipboard.getData('text/plain').trim() !== '') return []
  return [...clipboard.files].filter(isPictureFile).map(named)
}

/** A copied picture has no name of its own: browsers call each of them the same. */
function named(file: File): File {
  if (file.name !== '' && file.name !== 'image.png') return file
  return new File([file], attachmentsText().pasted, { type: file.type })
}
