import type { XmlAttributes } from '../package/xml'
import { attribute } from '../package/xml'
import {
  type CountedLevel,
  type CountedLevels,
  type CountFormat,
  MAX_LEVELS,
  startOf,
} from '../structure/count-levels'

/** The styles that a text refers to: formatting by hand, lists and numbers of headings. */
export type ContentStyles = {
  /** Takes an element that stands before the body. */
  open(name: string, attributes: XmlAttributes): void
  /** Takes an element of `styles.xml`, where the named styles of paragraphs say nothing that their names don't. */
  openNamed(name: string, attributes: XmlAttributes): void
  /** The named style of a paragraph: formatting by hand makes one without a name that is based on it. */
  named(style: string | undefined): string
  /** How the levels of a list are counted. */
  levels(listStyle: string): CountedLevels
  /** How headings are counted. */
  outline(): CountedLevels
}

/** Formats of numbers (ODF 1.3, part 3, 19.500); those of other scripts are counted in digits. */
const FORMATS: ReadonlyMap<string, CountFormat | null> = new Map([
  ['', null],
  ['01', '01'],
  ['a', 'a'],
  ['A', 'A'],
  ['i', 'i'],
  ['I', 'I'],
])

/** Starts with no styles. */
export function createContentStyles(): ContentStyles {
  const parents = new Map<string, string>()
  const lists = new Map<string, (CountedLevel | undefined)[]>()
  const outline: (CountedLevel | undefined)[] = []
  let levels: (CountedLevel | undefined)[] = []

  function openNamed(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'list-style':
        levels = []
        lists.set(attributes['style:name'] ?? '', levels)
        break
      case 'list-level-style-number':
        addLevel(levels, attributes)
        break
      case 'outline-level-style':
        addLevel(outline, attributes)
        break
      default:
    }
  }

  return {
    open(name, attributes) {
      if (name === 'style')
        parents.set(attributes['style:name'] ?? '', attributes['style:parent-style-name'] ?? '')
      else openNamed(name, attributes)
    },
    openNamed,
    named: (style) => parents.get(style ?? '') ?? style ?? '',
    levels(listStyle) {
      const found = lists.get(listStyle) ?? []
      const [first] = found
      if (first === undefined) return found
      // Levels that nothing is said of are as the first one is.
      return Array.from(
        { length: MAX_LEVELS },
        (_, index) => found[index] ?? { ...first, text: first.text.replace('%1', `%${index + 1}`) },
      )
    },
    outline: () => outline,
  }
}

function addLevel(levels: (CountedLevel | undefined)[], attributes: XmlAttributes): void {
  const level = Number(attributes['text:level'] ?? 1)
  if (!Number.isInteger(level) || level < 1 || level > MAX_LEVELS) return
  const format = attributes['style:num-format'] ?? '1'
  levels[level - 1] = {
    start: startOf(attributes['text:start-value'] ?? '1'),
    format: FORMATS.has(format) ? (FORMATS.get(format) ?? null) : '1',
    text: labelText(level, attributes),
    restart: null,
    isLegal: false,
  }
}

/** LibreOffice writes the whole label, "%1%.%2%", beside what the standard has, which it is more than. */
function labelText(level: number, attributes: XmlAttributes): string {
  const whole = attribute(attributes, 'num-list-format')
  if (whole !== undefined) return whole.replace(/%(\d)%/g, '%$1')
  const shown = Math.min(level, Math.max(1, Number(attributes['text:display-levels'] ?? 1) || 1))
  const numbers = Array.from({ length: shown }, (_, index) => `%${level - shown + 1 + index}`).join('.')
  return `${attributes['style:num-prefix'] ?? ''}${numbers}${attributes['style:num-suffix'] ?? ''}`
}
