import { type Drawings, drawingOf, noDrawings } from '../drawing/drawings'
import { leavingOut, readXml, type XmlHandler } from '../package/xml'
import type { Block } from '../structure/block'
import { type AutoNumber, autoNumberOf } from './auto-numbers'
import { type Line, SlideBlocks } from './slide-blocks'

/** Placeholders that every slide repeats. */
const REPEATED = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg'])

/** What older programs show in place of something; newer ones, and we, read that itself. */
const FALLBACK = new Set(['Fallback'])

/** Levels of a point, from 0 (ECMA-376, part 1, 20.1.10.72). */
const MAX_LEVEL = 8

type Shape = { kind: string; lines: Line[] }

/** The texts of one slide in the order of its shapes: its title, then paragraphs, lists and tables. */
export function readSlide(
  bytes: Uint8Array,
  { only, drawings = noDrawings }: { readonly only?: string; readonly drawings?: Drawings },
): Block[] {
  const blocks = new SlideBlocks()
  let shape: Shape | null = null
  let rows: string[][] | null = null
  let words: string[] = []
  let level = 0
  let auto: AutoNumber | null = null
  let isText = false
  const handler: XmlHandler = {
    open(name, attributes) {
      switch (name) {
        case 'sp':
          shape = { kind: '', lines: [] }
          break
        case 'ph':
          if (shape !== null) shape.kind = attributes.type ?? 'body'
          break
        case 'tbl':
          rows = []
          break
        case 'tr':
          rows?.push([])
          break
        case 'tc':
          rows?.at(-1)?.push('')
          break
        case 'p':
          words = []
          level = 0
          auto = null
          break
        case 'pPr':
          level = Math.min(MAX_LEVEL, Math.max(0, Number(attributes.lvl ?? 0) || 0))
          break
        case 'buAutoNum':
          auto = autoNumberOf(attributes)
          break
        case 'chart':
        case 'relIds':
          for (const block of drawingOf(name, attributes, drawings)) blocks.add(block)
          break
        case 't':
          isText = true
          break
        case 'br':
          words.push('\n')
          break
        default:
      }
    },
    text(text) {
      if (isText) words.push(text)
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'p') endParagraph()
      else if (name === 'sp') endShape()
      else if (name === 'tbl') {
        if (rows !== null && only === undefined) blocks.add({ kind: 'table', rows })
        rows = null
      }
    },
  }

  function endParagraph(): void {
    const text = words.join('').trim()
    words = []
    if (text === '') return
    const row = rows?.at(-1)
    if (row !== undefined) row[row.length - 1] = `${row.at(-1) ?? ''} ${text}`.trim()
    else shape?.lines.push({ level, auto, text })
  }

  function endShape(): void {
    const ended = shape
    shape = null
    if (ended === null || REPEATED.has(ended.kind) || (only !== undefined && ended.kind !== only)) return
    if (/^(?:title|ctrTitle)$/.test(ended.kind)) blocks.addTitle(ended.lines)
    else blocks.addLines(ended.lines, { isProse: ended.kind === 'subTitle' || only !== undefined })
  }

  readXml(bytes, leavingOut(FALLBACK, handler))
  return blocks.end()
}
