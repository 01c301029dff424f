import { normalizeText } from '../extractors/normalize'
import { draftOfCharacters, type PageDraft } from '../pdf/page-draft'
import type { PageText } from '../pdf/page-text'
import type { PageRect } from '../pdf/rects'

/** What was read of a picture: a draft whose `charIndex` tells which word a letter belongs to, and where words stand. */
export type RecognizedPage = { readonly draft: PageDraft; readonly boxes: readonly PageRect[] }

/** A word in the text of a page, and where it stands. */
export type PlacedWord = { readonly start: number; readonly end: number; readonly box: PageRect }

type TsvWord = {
  readonly place: readonly [block: number, paragraph: number, line: number]
  readonly box: readonly [left: number, top: number, width: number, height: number]
  readonly confidence: number
  readonly text: string
}

/** The mean of the engine's own measure, 0 to 100, over the letters of a paragraph: type has 90, grass and specks 25. */
const LEAST_CONFIDENCE = 50
/** The rows of words among those of pages, blocks, paragraphs and lines. */
const WORD_LEVEL = '5'

const EMPTY = draftOfCharacters(new Uint32Array(0), [])
const BROKEN_WORD = /\p{Ll}[-\u2010\u00ad]$/u
const GOES_ON = /^\p{Ll}/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Makes a page's text of the engine's table of words: a line for a line, an empty one between paragraphs. A hyphen at a
 * line's end is left to be settled by the rest of the document, as in a PDF's own text.
 */
export function readWords(table: string, width: number, height: number): RecognizedPage {
  const words = readable(table.split('\n').flatMap(wordOf))
  if (words.length === 0) return { draft: EMPTY, boxes: [] }
  const parts: string[] = []
  const charIndex: number[] = []
  const divisions: PageDraft['divisions'][number][] = []
  const push = (text: string, index: number) => {
    parts.push(text)
    for (let unit = 0; unit < text.length; unit++) charIndex.push(index)
  }
  words.forEach((word, index) => {
    const before = words[index - 1]
    if (before !== undefined) {
      const gap = gapBetween(before, word)
      if (gap === '\n' && BROKEN_WORD.test(before.text) && GOES_ON.test(word.text)) {
        divisions.push({
          at: charIndex.length - 1,
          brokenLine: true,
          soft: before.text.endsWith('\u00ad'),
          address: false,
        })
      }
      push(gap, index - 1)
    }
    push(word.text, index)
  })
  const boxes = words.map(({ box: [left, top, wide, high] }) => ({
    x: left / width,
    y: top / height,
    width: wide / width,
    height: high / height,
  }))
  return {
    draft: {
      text: parts.join(''),
      charIndex: Uint32Array.from(charIndex),
      edges: [],
      divisions,
      glyphCodes: 0,
    },
    boxes,
  }
}

/** Where each word stands in a page's text as it became. */
export function placeWords({ text, charIndex }: PageText, boxes: readonly PageRect[]): PlacedWord[] {
  const words: PlacedWord[] = []
  for (let start = 0; start < text.length; ) {
    const index = charIndex[start]
    let end = start + 1
    while (end < text.length && charIndex[end] === index) end++
    const box = index === undefined ? undefined : boxes[index]
    const length = text.slice(start, end).trimEnd().length
    if (box !== undefined && length > 0) words.push({ start, end: start + length, box })
    start = end
  }
  return words
}

/** A row: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function wordOf(row: string): TsvWord[] {
  const [level, , block, paragraph, line, , left, top, width, height, confidence, ...rest] = row.split('\t')
  const text = normalizeText(rest.join(' ')).trim()
  if (level !== WORD_LEVEL || text === '') return []
  return [
    {
      place: [Number(block), Number(paragraph), Number(line)],
      box: [Number(left), Number(top), Number(width), Number(height)],
      confidence: Number(confidence),
      text,
    },
  ]
}

/** The words of paragraphs that are text: frames and pictures are taken for strokes and letters too. */
function readable(words: readonly TsvWord[]): readonly TsvWord[] {
  const paragraphs = new Map<string, TsvWord[]>()
  for (const word of words) {
    const [block, paragraph] = word.place
    const key = `${block} ${paragraph}`
    const together = paragraphs.get(key)
    if (together === undefined) paragraphs.set(key, [word])
    else together.push(word)
  }
  return [...paragraphs.values()].filter(isText).flat()
}

function isText(words: readonly TsvWord[]): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return sure >= LEAST_CONFIDENCE * letters && words.some(({ text }) => LETTER_OR_DIGIT.test(text))
}

function gapBetween({ place: a }: TsvWord, { place: b }: TsvWord): ' ' | '\n' | '\n\n' {
  if (a[0] !== b[0] || a[1] !== b[1]) return '\n\n'
  return a[2] === b[2] ? ' ' : '\n'
}
