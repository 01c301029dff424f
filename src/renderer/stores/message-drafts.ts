import { z } from 'zod'
import { attachmentSchema } from '../../shared/run/blocks'
import { pageHost } from '../app/host'
import type { Draft } from './conversations'

const key = 'countersign-message-drafts'
/** Older ones than these are let go. */
const mostDrafts = 50

const draftsSchema = z.record(
  z.string(),
  z.object({
    text: z.string(),
    attachments: z.array(attachmentSchema),
    limit: z.object({ documentId: z.string(), title: z.string() }).nullable().optional(),
  }),
)

/** A tab's own in a browser, where others may be open beside it; a window of the application comes back with its. */
function storage(): Storage {
  return pageHost === undefined ? sessionStorage : localStorage
}

/** What was written and not sent when the page was left, by conversation. */
export function storedDrafts(): Readonly<Record<string, Draft>> {
  try {
    return draftsSchema.parse(JSON.parse(storage().getItem(key) ?? '{}'))
  } catch {
    // What is stored in another form is what another version wrote; there is nothing to show of it.
    return {}
  }
}

/** Keeps what is written over a reload of the page; of pictures their names, for their bytes see `unsent-pictures.ts`. */
export function storeDrafts(drafts: Readonly<Record<string, Draft>>): void {
  const written = Object.entries(drafts).filter(
    ([, { text, attachments, limit }]) => text !== '' || attachments.length > 0 || limit != null,
  )
  try {
    storage().setItem(key, JSON.stringify(Object.fromEntries(written.slice(-mostDrafts))))
  } catch {
    // A browser that is full, or keeps nothing: what is written stays on the page.
  }
}
