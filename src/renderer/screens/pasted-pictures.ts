import { localDay } from '../../shared/calendar-day'
import { isPictureFile } from '../app/shrink-picture'
import { attachmentsText } from '../text/attachments'

/** The pictures that were pasted; none where there is text too, which office programs draw a picture of. */
export function picturesOfPaste(clipboard: Pick<DataTransfer, 'getData' | 'files'>): File[] {
  if (clipboard.getData('text/plain').trim() !== '') return []
  return [...clipboard.files].filter(isPictureFile).map((file) => named(file, attachmentsText().pasted))
}

/** The files that were pasted, each by a name of its own: the next picture is another one. */
export function filesOfPaste(clipboard: Pick<DataTransfer, 'files'>, at: number): File[] {
  const date = new Date(at)
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) =>
    String(part).padStart(2, '0'),
  )
  const name = `${attachmentsText().pasted} ${localDay(at)} ${time.join('.')}.png`
  return [...clipboard.files].map((file) => named(file, name))
}

/** A copied picture has no name of its own: browsers call each of them the same. */
function named(file: File, name: string): File {
  if (file.name !== '' && file.name !== 'image.png') return file
  return new File([file], name, { type: file.type })
}
