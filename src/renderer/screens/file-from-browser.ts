import { notify } from '../stores/toasts'
import { formatSize } from '../text/language'

/** Lets a person choose one file of these types; null where they did not, or it is larger than it may be, which is said. */
export async function fileFromBrowser(
  accept: string,
  mostBytes: number,
  tooLarge: (size: string) => string,
): Promise<File | null> {
  const file = await chosenFile(accept)
  if (file === null || file.size <= mostBytes) return file
  notify({ tone: 'danger', title: tooLarge(formatSize(mostBytes)) })
  return null
}

function chosenFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null))
    input.addEventListener('cancel', () => resolve(null))
    input.click()
  })
}
