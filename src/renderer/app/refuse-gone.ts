import { AppError } from '../../shared/errors'
import { text } from '../text/text'

/** Throws with a sentence for people where a file is no longer what was chosen: moved, deleted or changed since. */
export async function refuseGone(file: File): Promise<void> {
  // Not a slice: of a file that is gone that is nothing, which can be read.
  const reader = file.stream().getReader()
  try {
    await reader.read()
  } catch (error) {
    throw new AppError('not_found', text().uploads.gone(file.name), { cause: error })
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
