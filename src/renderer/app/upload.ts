import { z } from 'zod'
import { uploadLimitBytes } from '../../shared/contract/library'
import { AppError, errorShapeSchema } from '../../shared/errors'
import { formatSize } from '../text/language'
import { messageInLanguage } from '../text/sentences'
import { text } from '../text/text'
import { pageHost } from './host'
import { refuseGone } from './refuse-gone'
import { token } from './token'

const storedSchema = z.object({ path: z.string() })

/** Makes a file of the page known to main by a path: its own in the shell, an uploaded copy in a browser. */
export async function pathOfFile(file: File, signal: AbortSignal): Promise<string> {
  const own = pageHost?.pathOf(file)
  if (own) return own
  // Main refuses it in the middle of its bytes, which a browser takes for a lost connection.
  if (file.size > uploadLimitBytes) {
    throw new AppError('too_large', text().uploads.tooLarge(formatSize(uploadLimitBytes)))
  }
  const answer = await fetch('/upload', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? ''}`,
      'x-file-name': encodeURIComponent(file.name),
      'x-file-folder': encodeURIComponent(folderOf(file)),
    },
    body: file,
    signal,
  }).catch(async (error: unknown) => {
    if (signal.aborted) throw error
    // A browser says the same of a file that is gone and of a connection that is.
    await refuseGone(file)
    throw new AppError('unavailable', text().uploads.interrupted, { cause: error })
  })
  const body: unknown = await answer.json()
  if (answer.ok) return storedSchema.parse(body).path
  const refused = errorShapeSchema.safeParse(body)
  throw refused.success
    ? new AppError(refused.data.code, messageInLanguage(refused.data.message, refused.data.said))
    : new AppError('unavailable', text().app.notHandedOver(answer.status))
}

/** The folders that were dropped or chosen and that it lies in; empty for a file by itself. */
function folderOf({ webkitRelativePath: path }: File): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}
