import { z } from 'zod'
import { create } from 'zustand'
import { createDraftStorage, type Drafts } from './kept-drafts'
import { without } from './records'

/** A place on the screen of tasks where a few words are typed: a title below which task, or a comment on which. */
export const wordsPlace = {
  add: 'add',
  part: (task: string) => `part ${task}`,
  comment: (task: string) => `comment ${task}`,
} as const

const kept = createDraftStorage<string>('countersign-task-words', z.string())

/** What was typed there and not sent, by its place. */
export const useTaskWords = create<{ readonly drafts: Drafts<string> }>(() => ({ drafts: kept.read() }))

useTaskWords.subscribe(({ drafts }) => kept.write(drafts))

/** Changes what is typed at a place. */
export function changeTaskWords(place: string, words: string): void {
  useTaskWords.setState(({ drafts }) => {
    const others = without(drafts, place)
    return { drafts: words === '' ? others : { ...others, [place]: words } }
  })
}
