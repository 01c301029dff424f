import { leavingOut, readXml, type XmlHandler } from '../package/xml'
import { formatNumber, formatOfCode, type NumberFormat } from '../spreadsheet/number-format'
import type { Block } from '../structure/block'

/** Rows of data that are written, and so many last values of a series at most; more says nothing to who reads it. */
const MAX_POINTS = 2000
const MAX_SERIES = 100
const MAX_VALUE_CHARACTERS = 1000

/** Texts stay as they are, though they look like numbers: "007" is a name. */
type ValueFormat = NumberFormat | 'text'

type Series = { name: string[]; categories: string[]; values: string[] }

/** What a series says with its parts; the size of a bubble is no value that is read. */
const PARTS: ReadonlyMap<string, keyof Series> = new Map([
  ['tx', 'name'],
  ['cat', 'categories'],
  ['xVal', 'categories'],
  ['val', 'values'],
  ['yVal', 'values'],
])

/** What is written beside points; their values are read where the data are. */
const DATA_LABELS = new Set(['dLbls'])

/** Reads a chart (ECMA-376, part 1, 21.2): its titles, then its data as a table, as the chart's own copy has them. */
export function readChart(bytes: Uint8Array): Block[] {
  const titles: string[] = []
  const all: Series[] = []
  let title: string[] | null = null
  let series: Series | null = null
  let part: string[] | null = null
  let index = 0
  let format: ValueFormat = 'number'
  let words: string[] | null = null
  const handler: XmlHandler = {
    open(name, attributes) {
      switch (name) {
        case 'title':
          title = []
          break
        case 'ser':
          series = { name: [], categories: [], values: [] }
          if (all.length < MAX_SERIES) all.push(series)
          break
        case 'strRef':
        case 'strLit':
          format = 'text'
          break
        case 'numRef':
        case 'numLit':
          format = 'number'
          break
        case 'pt':
          index = Number(attributes.idx ?? 0)
          break
        case 'formatCode':
        case 'v':
        case 't':
          words = []
          break
        default: {
          const key = title === null ? PARTS.get(name) : undefined
          if (series !== null && key !== undefined) {
            part = series[key]
            index = 0
          }
        }
      }
    },
    text(text) {
      words?.push(text)
    },
    close(name) {
      const text = (words?.join('').trim() ?? '').slice(0, MAX_VALUE_CHARACTERS)
      switch (name) {
        case 'formatCode':
          format = formatOfCode(text)
          words = null
          break
        case 'v':
        case 't':
          words = null
          if (title !== null) title.push(text)
          else if (part !== null) addPoint(part, index, text, format)
          break
        case 'title':
          if (title !== null && title.length > 0) titles.push(title.join(' '))
          title = null
          break
        case 'ser':
          series = null
          part = null
          break
        default:
          if (PARTS.has(name)) part = null
      }
    },
  }
  readXml(bytes, leavingOut(DATA_LABELS, handler))
  const rows = tableOf(all)
  const paragraphs = titles.map((text): Block => ({ kind: 'paragraph', text }))
  return rows.length > 1 ? [...paragraphs, { kind: 'table', rows }] : paragraphs
}

/** Categories of several levels come from the innermost to the outermost. */
function addPoint(part: string[], index: number, text: string, format: ValueFormat): void {
  if (!Number.isInteger(index) || index < 0 || index >= MAX_POINTS) return
  const number = Number(text)
  const shown =
    format === 'text' || text === '' || Number.isNaN(number) ? text : formatNumber(number, format, false)
  part[index] = part[index] === undefined ? shown : `${shown} ${part[index]}`
}

/** A column for each series, behind one of its categories where the series before has others. */
function tableOf(all: readonly Series[]): string[][] {
  const columns: { head: string; cells: string[] }[] = []
  let before: string | null = null
  for (const { name, categories, values } of all) {
    const key = categories.join('\n')
    if (key !== before) columns.push({ head: '', cells: categories })
    before = key
    columns.push({ head: name.join(' '), cells: values })
  }
  const length = columns.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return [
    columns.map(({ head }) => head),
    ...Array.from({ length }, (_, index) => columns.map(({ cells }) => cells[index] ?? '')),
  ]
}
