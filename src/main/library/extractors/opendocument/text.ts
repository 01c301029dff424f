import type { XmlAttributes } from '../package/xml'
import { type Counts, countNext, MAX_LEVELS } from '../structure/count-levels'
import type { OpenParagraphs } from '../structure/open-paragraphs'
import type { Places } from '../structure/places'
import type { Asides } from './asides'
import type { ContentStyles } from './content-styles'
import type { OpenLists } from './lists'
import type { OpenTables } from './tables'

/** What a paragraph is by its element and its style. */
export type ParagraphFormat = {
  readonly style: string
  /** 1 is the outermost; null for text. */
  readonly heading: number | null
  readonly isCounted: boolean
}

/** What becomes of paragraphs: headings, items of lists, code, quotes, or just paragraphs. */
export type Text = {
  /** In the frame of a title, paragraphs are headings. */
  openParagraph(kind: 'h' | 'p', attributes: XmlAttributes, isTitle: boolean): void
  endParagraph(): void
}

/** What is open around a text. */
export type AroundText = {
  readonly places: Places
  readonly paragraphs: OpenParagraphs<ParagraphFormat>
  readonly styles: ContentStyles
  readonly lists: OpenLists
  readonly tables: OpenTables
  readonly asides: Asides
}

/** Starts before any heading is counted. */
export function createText({ places, paragraphs, styles, lists, tables, asides }: AroundText): Text {
  const headings: Counts = []

  function headingLabel(level: number): string | null {
    const at = Math.trunc(level) - 1
    return at < 0 || at >= MAX_LEVELS ? null : countNext(headings, at, styles.outline())
  }

  function addParagraph(text: string, { style, heading, isCounted }: ParagraphFormat): void {
    const isInList = lists.depth > asides.listsAround() && tables.depth === 0
    if (heading !== null) {
      const label = isInList ? lists.mark().label : isCounted ? headingLabel(heading) : null
      places.add({ kind: 'heading', level: heading, text: label ? `${label} ${text}` : text })
    } else if (isInList) places.addItem({ ...lists.mark(), blocks: [{ kind: 'paragraph', text }] })
    else if (/^Quot/.test(style)) places.add({ kind: 'quote', blocks: [{ kind: 'paragraph', text }] })
    else places.add({ kind: 'paragraph', text })
  }

  return {
    openParagraph(kind, attributes, isTitle) {
      const isHeading = kind === 'h'
      paragraphs.open({
        style: styles.named(attributes['text:style-name']),
        heading: isHeading ? Number(attributes['text:outline-level'] ?? 1) || 1 : isTitle ? 1 : null,
        isCounted: isHeading && attributes['text:is-list-header'] !== 'true',
      })
    },
    endParagraph() {
      const ended = paragraphs.end()
      if (ended === null) return
      if (isCodeStyle(ended.format.style) && paragraphs.depth === 0) {
        places.addCode(ended.text)
        return
      }
      places.endCode()
      const text = ended.text.trim()
      if (text !== '') addParagraph(text, ended.format)
    },
  }
}

/** Names of the styles that office programs give to code; spaces are written as _20_. */
function isCodeStyle(style: string): boolean {
  return /^(?:Preformatted_20_Text|Source_20_Code|Code\b)/.test(style)
}
