import { z } from 'zod'
import { create } from 'zustand'
import { createDraftStorage, type Drafts, keepDrafts } from './kept-drafts'

/** A message of one's own as it is being written anew; a conversation has one at a time. */
export interface MessageEdit {
  /** The conversation. */
  readonly id: string
  readonly messageId: string
  readonly text: string
  /** Keys of what is attached to it that it is to be sent without. */
  readonly without: readonly string[]
}

const kept = createDraftStorage<MessageEdit>(
  'countersign-message-edits',
  z.object({
    id: z.string(),
    messageId: z.string(),
    text: z.string(),
    without: z.array(z.string()).default([]),
  }),
)

/** What is written anew and not sent, by conversation. */
export const useMessageEdits = create<{ readonly drafts: Drafts<MessageEdit> }>(() => ({
  drafts: kept.read(),
}))

/** What is written stays until it is sent or given up, on other screens and over a reload of the page. */
export const { change: changeMessageEdit, drop: dropMessageEdit } = keepDrafts(useMessageEdits, kept)
