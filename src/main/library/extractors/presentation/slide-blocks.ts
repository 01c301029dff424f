import type { Block } from '../structure/block'
import { ListCollector, labelled } from '../structure/nested-lists'
import { type AutoNumber, createAutoNumbers } from './auto-numbers'

/** One paragraph of a shape; levels are from 0. */
export type Line = { readonly level: number; readonly auto: AutoNumber | null; readonly text: string }

/** Makes the blocks of one slide of its shapes, in their order: its titles, then paragraphs, lists and tables. */
export class SlideBlocks {
  readonly #titles: Block[] = []
  readonly #blocks = new ListCollector()

  add(block: Block): void {
    this.#blocks.add(block)
  }

  addTitle(lines: readonly Line[]): void {
    this.#titles.push({ kind: 'heading', level: 1, text: lines.map(({ text }) => text).join(' ') })
  }

  /** Several lines are the points of a list, unless they are prose: a subtitle, or what the speaker says. */
  addLines(lines: readonly Line[], { isProse }: { readonly isProse: boolean }): void {
    if (isProse || !isList(lines)) {
      for (const { text } of lines) this.#blocks.add({ kind: 'paragraph', text })
      return
    }
    const labelOf = createAutoNumbers()
    for (const { level, auto, text } of lines) {
      const mark = labelled(labelOf(level, auto))
      this.#blocks.addItem({ level, ...mark, blocks: [{ kind: 'paragraph', text }] })
    }
  }

  end(): Block[] {
    return [...this.#titles, ...this.#blocks.end()]
  }
}

function isList(lines: readonly Line[]): boolean {
  return lines.length > 1 || lines.some(({ auto }) => auto !== null)
}

/** What stands beside a slide: the speaker's notes, or comments. */
export function quoted(blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }]
}
