import { said } from '../comments/said'
import type { Block } from '../structure/block'
import type { OpenParagraphs } from '../structure/open-paragraphs'
import type { Places } from '../structure/places'
import type { OpenLists } from './lists'
import type { OpenTables } from './tables'

/** Who made a comment, and how many paragraphs it stands in. */
type OpenComment = { readonly author: string[]; readonly paragraphs: number }

/** Notes and comments: what is read of them, and what was. */
export type Asides = {
  /** In how many lists the innermost one stands: its paragraphs are none of their items. */
  listsAround(): number
  openNote(): void
  endNote(): void
  openComment(): void
  openAuthor(): void
  endAuthor(): void
  /** Takes a text that stands beside the paragraphs of a comment, which say who made it and when; false for any other. */
  takes(text: string): boolean
  /** A comment stands with the notes where it is in a text, behind its sheet where it is on a cell, and else where it is. */
  endComment(): void
  /** The comments on the cells of the sheet that has ended. */
  takeCellComments(): Block[]
  /** What the text refers to, each behind its mark. */
  atEnd(): Block[]
}

/** What is open around them. */
export type AroundAsides = {
  readonly places: Places
  readonly paragraphs: OpenParagraphs<unknown>
  readonly lists: OpenLists
  readonly tables: OpenTables
}

/** Starts outside of any. */
export function createAsides({ places, paragraphs, lists, tables }: AroundAsides): Asides {
  const listsAround: number[] = []
  const openComments: OpenComment[] = []
  let isAuthor = false
  const marked: { readonly mark: string; readonly blocks: readonly Block[] }[] = []
  let notes = 0
  let comments = 0
  let cellComments: Block[] = []

  function open(): void {
    places.open()
    listsAround.push(lists.depth)
  }

  function close(): Block[] {
    listsAround.pop()
    return places.close()
  }

  function refer(mark: string, blocks: readonly Block[]): void {
    marked.push({ mark, blocks })
    paragraphs.write(mark)
  }

  return {
    listsAround: () => listsAround.at(-1) ?? 0,
    openNote: open,
    endNote() {
      // Notes keep the numbers that they have without the comments.
      refer(`[${++notes}]`, close())
    },
    openComment() {
      openComments.push({ author: [], paragraphs: paragraphs.depth })
      open()
    },
    openAuthor() {
      isAuthor = true
    },
    endAuthor() {
      isAuthor = false
    },
    takes(text) {
      const comment = openComments.at(-1)
      if (comment?.paragraphs !== paragraphs.depth) return false
      if (isAuthor) comment.author.push(text)
      return true
    },
    endComment() {
      const comment = openComments.pop()
      if (comment === undefined) return
      const author = comment.author.join('').trim()
      const blocks = close()
      if (blocks.length === 0) return
      if (comment.paragraphs > 0) refer(`[C${++comments}]`, said(author, blocks))
      else if (tables.isSheet()) {
        const cell = tables.cellName()
        cellComments.push(...said(author === '' ? cell : `${author} (${cell})`, blocks))
      } else places.add({ kind: 'quote', blocks: said(author, blocks) })
    },
    takeCellComments() {
      const taken = cellComments
      cellComments = []
      return taken
    },
    atEnd: () => marked.flatMap(({ mark, blocks }) => behindMark(mark, blocks)),
  }
}

function behindMark(mark: string, blocks: readonly Block[]): Block[] {
  const [first, ...others] = blocks
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', text: mark }, ...blocks]
  return [{ kind: 'paragraph', text: `${mark} ${first.text}` }, ...others]
}
