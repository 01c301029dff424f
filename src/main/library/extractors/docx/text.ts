import type { Block } from '../structure/block'
import { labelled } from '../structure/nested-lists'
import type { OpenParagraphs } from '../structure/open-paragraphs'
import type { Places } from '../structure/places'
import { createListCounter } from './list-counter'
import { type Numbering, WORD_LEVELS } from './numbering'
import type { ParagraphStyle } from './styles'
import type { OpenTables } from './tables'

/** What the properties of a paragraph say of it. */
export type ParagraphFormat = {
  style: ParagraphStyle
  /** 0 is the outermost heading; null where the style tells. */
  outline: number | null
  list: string | null
  level: number | null
}

/** What becomes of paragraphs: headings, items of lists, code, quotes, or just paragraphs. */
export type Text = {
  /** Has what is written in a chart or diagram stand behind the paragraph that it hangs on. */
  addDrawn(blocks: readonly Block[]): void
  endParagraph(): void
}

/** What is open around a text. */
export type AroundText = {
  readonly places: Places
  readonly paragraphs: OpenParagraphs<ParagraphFormat>
  readonly tables: OpenTables
  readonly numbering: Numbering
}

/** Starts before any list is counted. */
export function createText({ places, paragraphs, tables, numbering }: AroundText): Text {
  const counter = createListCounter(numbering)
  let drawn: Block[] = []

  function addParagraph(
    { outline, style }: ParagraphFormat,
    text: string,
    list: ParagraphStyle['list'],
    label: string | null,
  ): void {
    if (style.isCode) {
      places.addCode(text)
      return
    }
    places.endCode()
    // Rows of a table are often counted by points without words.
    if (style.isContents || (text.trim() === '' && (label === null || tables.depth === 0))) return
    const heading = outline !== null && outline < 9 ? outline + 1 : style.heading
    const labelledText = label === null ? text : `${label} ${text}`
    if (heading !== null) {
      places.add({ kind: 'heading', level: heading, text: labelledText })
    } else if (text.trim() === '') places.add({ kind: 'paragraph', text: labelledText })
    else if (list !== null) {
      const { level } = list
      places.addItem({ level, ...labelled(label), blocks: [{ kind: 'paragraph', text }] })
    } else if (style.isQuote) places.add({ kind: 'quote', blocks: [{ kind: 'paragraph', text }] })
    else places.add({ kind: 'paragraph', text })
  }

  return {
    addDrawn(blocks) {
      drawn.push(...blocks)
    },
    endParagraph() {
      const ended = paragraphs.end()
      if (ended === null) return
      const { text, format } = ended
      const list = listOf(format)
      const label = list === null ? null : counter.next(list.id, list.level)
      // A text box stands inside the paragraph that it is anchored in.
      if (paragraphs.depth > 0) {
        const words = paragraphs.words()
        const boxed = label === null ? text : `${label} ${text}`
        if (text.trim() !== '') words.push(words.length > 0 ? ' ' : '', boxed, ' ')
        return
      }
      addParagraph(format, text, list, label)
      for (const block of drawn) places.add(block)
      drawn = []
    },
  }
}

/** The list that a paragraph is a point of: by itself or by its style. */
function listOf({ list, level, style }: ParagraphFormat): { id: string; level: number } | null {
  const id = list ?? style.list?.id ?? '0'
  // Number 0 takes a paragraph out of the list of its style.
  if (id === '0' || id === '') return null
  return { id, level: Math.min(WORD_LEVELS - 1, Math.max(0, level ?? style.list?.level ?? 0)) }
}
