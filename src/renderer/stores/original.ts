import type { Document } from '../../shared/contract/document'
import { bytesOfBase64 } from '../app/base64'
import { client } from '../app/client'
import { libraryText } from '../text/library'
import { saveFile } from '../ui/save-file'
import { dismissToast, notify } from './toasts'

/** A page shows what it is at after so long, in milliseconds. */
const patienceMs = 1000

/** What keeps a browser from showing a file instead of saving it. */
const anyFile = 'application/octet-stream'

const underWay = new Set<string>()

/** Hands the file that a document was made from to the browser, to be saved. */
export async function saveOriginal({ id, title }: Pick<Document, 'id' | 'title'>): Promise<void> {
  if (underWay.has(id)) return
  underWay.add(id)
  let told: string | undefined
  const timer = setTimeout(() => {
    told = notify({ tone: 'info', title: libraryText().savingOriginal(title) })
  }, patienceMs)
  try {
    const { name, parts } = await partsOf(id)
    saveFile(name, anyFile, parts)
  } finally {
    underWay.delete(id)
    clearTimeout(timer)
    if (told !== undefined) dismissToast(told)
  }
}

async function partsOf(id: string): Promise<{ name: string; parts: readonly Blob[] }> {
  const parts: Blob[] = []
  let length = 0
  let of: string | undefined
  for (;;) {
    const { name, base64, size, sha256 } = await client.library.original({
      id,
      start: length,
      ...(of && { of }),
    })
    // As blobs they lie outside of the page's memory.
    const part = new Blob([bytesOfBase64(base64)])
    parts.push(part)
    length += part.size
    of = sha256
    if (length >= size) return { name, parts }
    if (part.size === 0) throw new Error(`The file ended after ${length} of ${size} bytes.`)
  }
}
