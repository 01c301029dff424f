import { readXml } from '../package/xml'
import { type CountedLevel, type CountFormat, startOf } from '../structure/count-levels'

/** How one level of a list is numbered (ECMA-376, part 1, 17.9.6), and the paragraph style that it belongs to. */
type NumberingLevel = CountedLevel & { readonly style: string | null }

/** A list; those of one counter are numbered through. */
export type NumberedList = {
  readonly counter: string
  readonly levels: readonly (NumberingLevel | undefined)[]
  /** Levels that begin anew where this list is used first. */
  readonly anew: readonly number[]
}

/** The lists of a document by their ids. */
export type Numbering = ReadonlyMap<string, NumberedList>

/** Levels that a list of Word can have. */
export const WORD_LEVELS = 9

/** Formats that are not counted in digits; those of other scripts are. */
const FORMATS: ReadonlyMap<string, CountFormat | null> = new Map([
  ['bullet', null],
  ['none', null],
  ['decimalZero', '01'],
  ['lowerLetter', 'a'],
  ['upperLetter', 'A'],
  ['lowerRoman', 'i'],
  ['upperRoman', 'I'],
])

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
type Levels = (NumberingLevel | undefined)[]
type OpenList = { counter: string; levels: Levels; starts: (number | undefined)[] }
type Abstract = { levels: Levels; style: string; linkedStyle: string }

/** Reads `word/numbering.xml`: how the levels of each list are counted and labelled. */
export function readNumbering(bytes: Uint8Array | null): Numbering {
  const abstracts = new Map<string, Abstract>()
  const lists = new Map<string, OpenList>()
  if (bytes === null) return new Map()
  let abstract: Abstract | null = null
  let list: OpenList | null = null
  let overridden = -1
  let level: Writable<NumberingLevel> | null = null
  readXml(bytes, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? ''
      switch (name) {
        case 'abstractNum':
          abstract = { levels: [], style: '', linkedStyle: '' }
          abstracts.set(attributes['w:abstractNumId'] ?? '', abstract)
          break
        case 'styleLink':
          if (abstract !== null) abstract.style = value
          break
        case 'numStyleLink':
          if (abstract !== null) abstract.linkedStyle = value
          break
        case 'num':
          abstract = null
          list = { counter: '', levels: [], starts: [] }
          lists.set(attributes['w:numId'] ?? '', list)
          break
        case 'abstractNumId':
          if (list !== null) list.counter = value
          break
        case 'lvlOverride':
          overridden = levelOf(attributes['w:ilvl'])
          break
        case 'startOverride':
          if (list !== null && overridden >= 0) list.starts[overridden] = startOf(value)
          break
        case 'lvl': {
          const index = levelOf(attributes['w:ilvl'])
          level = { start: 0, format: '1', text: '', restart: null, isLegal: false, style: null }
          const levels = (abstract ?? list)?.levels
          if (index >= 0 && levels !== undefined) levels[index] = level
          break
        }
        case 'start':
          if (level !== null) level.start = startOf(value)
          break
        case 'numFmt':
          if (level !== null) level.format = FORMATS.has(value) ? (FORMATS.get(value) ?? null) : '1'
          break
        case 'lvlText':
          if (level !== null) level.text = value
          break
        case 'lvlRestart':
          if (level !== null) level.restart = Number(value) || 0
          break
        case 'isLgl':
          if (level !== null) level.isLegal = !/^(?:0|false|off)$/.test(value)
          break
        case 'pStyle':
          if (level !== null) level.style = value
          break
        default:
      }
    },
    close(name) {
      if (name === 'lvl') level = null
      else if (name === 'lvlOverride') overridden = -1
    },
  })
  const ofStyles = new Map<string, Abstract>()
  for (const abstract of abstracts.values()) {
    if (!ofStyles.has(abstract.style)) ofStyles.set(abstract.style, abstract)
  }
  return new Map([...lists].map(([id, each]) => [id, withLevels(each, abstracts, ofStyles)]))
}

/** A list has the levels of the abstract list that it is one of, or that its style leads to, but for its own. */
function withLevels(
  list: OpenList,
  abstracts: ReadonlyMap<string, Abstract>,
  ofStyles: ReadonlyMap<string, Abstract>,
): NumberedList {
  let abstract = abstracts.get(list.counter)
  if (abstract !== undefined && abstract.linkedStyle !== '') {
    abstract = ofStyles.get(abstract.linkedStyle) ?? abstract
  }
  const levels: Levels = []
  for (let index = 0; index < WORD_LEVELS; index++) {
    levels.push(list.levels[index] ?? abstract?.levels[index])
  }
  const anew: number[] = []
  for (const [index, start] of list.starts.entries()) {
    const level = levels[index]
    if (start === undefined || level === undefined) continue
    levels[index] = { ...level, start }
    anew.push(index)
  }
  return { counter: list.counter, levels, anew }
}

function levelOf(value: string | undefined): number {
  const level = Number(value ?? 0)
  return Number.isInteger(level) && level < WORD_LEVELS ? level : -1
}
