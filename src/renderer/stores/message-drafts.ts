import { z } from 'zod'
import { attachmentSchema } from '../../shared/run/blocks'
import type { Draft } from './conversations'
import { createDraftStorage, type Drafts } from './kept-drafts'

/** Older ones than these are let go. */
const mostDrafts = 50

const kept = createDraftStorage<Draft>(
  'countersign-message-drafts',
  z.object({
    text: z.string(),
    attachments: z.array(attachmentSchema),
    limit: z.object({ documentId: z.string(), title: z.string() }).nullable().optional(),
  }),
  mostDrafts,
)

/** What was written and not sent when the page was left, by conversation. */
export const storedDrafts = kept.read

/** Keeps what is written over a reload of the page; of pictures their names, for their bytes see `unsent-pictures.ts`. */
export function storeDrafts(drafts: Drafts<Draft>): void {
  const written = Object.entries(drafts).filter(
    ([, { text, attachments, limit }]) => text !== '' || attachments.length > 0 || limit != null,
  )
  kept.write(Object.fromEntries(written))
}
