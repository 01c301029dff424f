import { foldSpace } from '../normalize'

/** One open element of a formula and what was written in it. */
type Part = { readonly name: string; readonly done: Term[]; readonly isTex: boolean }

/** Text, and whether it stays together beside a sign without brackets around it. */
type Term = { readonly text: string; readonly isWhole: boolean }

/** Elements inside each other beyond this are written in a row: each more would copy all that is in it again. */
const MAX_DEPTH = 40

const DROPPED = new Set(['annotation', 'annotation-xml', 'mphantom'])
const NOTHING: Term = { text: '', isWhole: true }

/** Reads a formula (MathML Core): as its TeX where the page has that, else in one line with / ^ and _. */
export class MathText {
  readonly #open: Part[] = [{ name: 'math', done: [], isTex: false }]
  #deeper = 0
  #tex = ''

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length > MAX_DEPTH) this.#deeper++
    else {
      const isTex = name === 'annotation' && /tex/i.test(attributes.encoding ?? '')
      this.#open.push({ name, done: [], isTex })
    }
  }

  addText(text: string): void {
    const part = this.#open.at(-1)
    if (part?.isTex) this.#tex += text
    else if (text.trim() !== '') part?.done.push({ text: foldSpace(text.trim()), isWhole: true })
  }

  close(): void {
    if (this.#deeper > 0) {
      this.#deeper--
      return
    }
    const part = this.#open.length > 1 ? this.#open.pop() : undefined
    if (part !== undefined) this.#open.at(-1)?.done.push(termOf(part))
  }

  /** The whole formula, as Markdown. */
  end(): string {
    while (this.#open.length > 1) this.close()
    const tex = foldSpace(this.#tex).trim()
    // Pages of MediaWiki have all of a formula in a group that only sets its size.
    const bare = /^\{\\(?:displaystyle|textstyle) (.*)\}$/.exec(tex)?.[1] ?? tex
    if (bare !== '' && !bare.includes('$')) return `$$${bare}$$`
    return this.#open.map((part) => termOf(part).text).join('')
  }
}

function termOf({ name, done }: Part): Term {
  if (DROPPED.has(name)) return NOTHING
  const [first = NOTHING, second = NOTHING, third = NOTHING] = done
  switch (name) {
    case 'mfrac':
      return { text: `${grouped(first)}/${grouped(second)}`, isWhole: false }
    case 'msup':
    case 'mover':
      return { text: `${grouped(first)}^${grouped(second)}`, isWhole: true }
    case 'msub':
    case 'munder':
      return { text: `${grouped(first)}_${grouped(second)}`, isWhole: true }
    case 'msubsup':
    case 'munderover':
      return { text: `${grouped(first)}_${grouped(second)}^${grouped(third)}`, isWhole: true }
    case 'msqrt':
      return { text: `√${grouped(inRow(done))}`, isWhole: true }
    case 'mroot':
      return { text: `${grouped(first)}^(1/${grouped(second)})`, isWhole: true }
    case 'mo': {
      const { text } = inRow(done)
      // Invisible signs: function application, times, separator, plus.
      return { text: text.replace(/[\u2061-\u2064]/g, ''), isWhole: true }
    }
    case 'mtext':
      return { text: ` ${inRow(done).text} `, isWhole: true }
    case 'mtd':
    case 'mtr':
      return { text: `${inRow(done).text}${name === 'mtd' ? ' ' : '; '}`, isWhole: true }
    default:
      return inRow(done)
  }
}

function inRow(terms: readonly Term[]): Term {
  const written = terms.filter(({ text }) => text !== '')
  const [only] = written
  if (written.length === 1 && only !== undefined) return only
  return { text: written.map(({ text }) => text).join(''), isWhole: written.length === 0 }
}

function grouped({ text, isWhole }: Term): string {
  return isWhole ? text : `(${text})`
}
