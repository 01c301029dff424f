import type { Block } from './block'
import { type FlatItem, ListCollector } from './nested-lists'

type Place = { readonly blocks: ListCollector; code: string[] | null }

/** Where blocks go: the text, and what stands for itself inside of it (a cell, a note), each in the one before. */
export type Places = {
  /** How many are open inside of the text. */
  readonly depth: number
  open(): void
  /** Ends the innermost one; the text where none is open inside of it. */
  close(): Block[]
  add(block: Block): void
  addItem(item: FlatItem): void
  /** One more line of code; those that follow each other are one block. */
  addCode(line: string): void
  /** What comes next is no part of the code before it. */
  endCode(): void
}

/** Starts in the text. */
export function createPlaces(): Places {
  const text: Place = emptyPlace()
  const inside: Place[] = []
  const innermost = () => inside.at(-1) ?? text
  const endCode = (place: Place): void => {
    if (place.code !== null) place.blocks.add({ kind: 'code', text: place.code.join('\n') })
    place.code = null
  }
  return {
    get depth() {
      return inside.length
    },
    open() {
      inside.push(emptyPlace())
    },
    close() {
      const ended = inside.pop() ?? text
      endCode(ended)
      return ended.blocks.end()
    },
    add(block) {
      const place = innermost()
      endCode(place)
      place.blocks.add(block)
    },
    addItem(item) {
      const place = innermost()
      endCode(place)
      place.blocks.addItem(item)
    },
    addCode(line) {
      const place = innermost()
      place.code ??= []
      place.code.push(line)
    },
    endCode() {
      endCode(innermost())
    },
  }
}

function emptyPlace(): Place {
  return { blocks: new ListCollector(), code: null }
}
