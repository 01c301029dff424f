import { AppError } from '../../shared/errors'

/** Patterns that braces may multiply into. */
const ALTERNATIVES = 64

/** A pattern over paths, ready to be compared. */
export type PathPattern = (relativePath: string, work?: WorkLeft) => boolean

/**
 * Compiles a pattern with *, **, ?, [abc] and {a,b}; case does not matter. Without a slash it is compared with the
 * last name alone. The comparison takes time in proportion to pattern × path, whatever the pattern.
 */
export function compilePattern(pattern: string): PathPattern {
  const alternatives = expandBraces(pattern.normalize('NFC').toLowerCase())
    .map((alternative) => alternative.replace(/^\.?\//, ''))
    .map((alternative) => compileSegments(alternative.includes('/') ? alternative : `**/${alternative}`))
  return (relativePath) => {
    const path = isAscii.test(relativePath) ? relativePath : relativePath.normalize('NFC')
    const folded = path.toLowerCase()
    return alternatives.some((fits) => fits(folded))
  }
}

/** Compiles one line of a .gitignore file over a whole relative path: no braces, a backslash escapes, case matters. */
export function globMatcher(pattern: string): PathPattern {
  const parts = pattern.split('/').filter((segment) => segment !== '')
  const last = parts.at(-1)
  // At the end ** stands for what is inside, not for the folder itself.
  return compileSegments((last === '**' ? [...parts.slice(0, -1), '*', '**'] : parts).join('/'), 'escapes')
}

/** The patterns that one with {a,b} stands for. Throws `invalid_input` for too many. */
export function expandBraces(pattern: string): string[] {
  const done: string[] = []
  const open = [pattern]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // The innermost group first, so that nested ones come apart one after the other.
    const group = /\{([^{}]*,[^{}]*)\}/.exec(next)
    if (group === null) {
      done.push(next)
    } else {
      const [before, after] = [next.slice(0, group.index), next.slice(group.index + group[0].length)]
      for (const choice of (group[1] ?? '').split(',')) open.push(before + choice + after)
    }
    if (done.length + open.length > ALTERNATIVES) {
      throw new AppError('invalid_input', `The pattern has more than ${ALTERNATIVES} alternatives.`, {
        field: 'pattern',
      })
    }
  }
  return done
}

/** How many comparisons of one sign with another are left to be made. */
export interface WorkLeft {
  steps: number
}

type NamePattern = '**' | ((name: string, work: WorkLeft) => boolean)

/** Names without other characters need no normal form and are as many characters as they are long. */
const isAscii = /^\p{ASCII}*$/u

/** Names may have a backslash in them, which only some patterns use to take a character as it is. */
type Backslash = 'plain' | 'escapes'

function compileSegments(pattern: string, backslash: Backslash = 'plain'): PathPattern {
  const parts = pattern
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment): NamePattern => (segment === '**' ? segment : compileName(segment, backslash)))
  const [first, last] = parts
  // Most patterns are over the name alone, and a search compares very many.
  if (parts.length === 2 && first === '**' && last !== undefined && last !== '**') {
    return (path, work = unlimited()) => last(path.slice(path.lastIndexOf('/') + 1), work)
  }
  return (path, work = unlimited()) => matchesSegments(parts, path.split('/'), work)
}

function unlimited(): WorkLeft {
  return { steps: Number.POSITIVE_INFINITY }
}

/** Row by row over the pattern: which beginnings of the path fit so far. */
function matchesSegments(
  pattern: readonly NamePattern[],
  segments: readonly string[],
  work: WorkLeft,
): boolean {
  let fits = segments.map(() => false)
  fits.unshift(true)
  for (const part of pattern) {
    work.steps -= segments.length
    if (work.steps < 0) return false
    const next = [part === '**' && fits[0] === true]
    for (let index = 1; index <= segments.length; index++) {
      next.push(
        part === '**'
          ? fits[index] === true || next[index - 1] === true
          : fits[index - 1] === true && part(segments[index - 1] ?? '', work),
      )
    }
    fits = next
  }
  return fits[segments.length] === true
}

/** The usual two-pointer comparison: on a mismatch only the last star takes one character more. */
function compileName(pattern: string, backslash: Backslash): (name: string, work: WorkLeft) => boolean {
  const tokens = tokenize(pattern, backslash)
  return (name, work) => {
    const characters = isAscii.test(name) ? name : [...name]
    let token = 0
    let star = -1
    let resume = 0
    for (let index = 0; index < characters.length && work.steps >= 0; ) {
      const current = tokens[token]
      const character = characters[index] ?? ''
      work.steps -= costOf(current)
      if (current === '*') {
        if (token === tokens.length - 1) return true
        star = token++
        resume = index
      } else if (
        current !== undefined &&
        (current.only === character || current.fits?.(character) === true)
      ) {
        token++
        index++
      } else if (star >= 0) {
        token = star + 1
        index = ++resume
      } else {
        return false
      }
    }
    while (tokens[token] === '*') token++
    return token === tokens.length && work.steps >= 0
  }
}

function costOf(token: Token | undefined): number {
  return typeof token === 'object' ? (token.members ?? 1) : 1
}

/** A star, one given character, or one of several. */
type Token =
  | '*'
  | { readonly only: string; readonly fits?: undefined; readonly members?: undefined }
  | {
      readonly only?: undefined
      readonly fits: (character: string) => boolean
      /** How many it looks at; one where absent. */
      readonly members?: number
    }

function tokenize(pattern: string, backslash: Backslash): Token[] {
  const tokens: Token[] = []
  const characters = [...pattern]
  // Behind it no bracket opens a set; looked for from each, a row of them would take its square.
  const lastClose = characters.lastIndexOf(']')
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? ''
    const close = character === '[' && index + 2 <= lastClose ? characters.indexOf(']', index + 2) : -1
    if (character === '\\' && backslash === 'escapes' && index + 1 < characters.length) {
      tokens.push({ only: characters[++index] ?? '' })
    } else if (character === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*')
    } else if (character === '?') {
      tokens.push({ fits: () => true })
    } else if (close > 0) {
      tokens.push(characterSet(characters.slice(index + 1, close)))
      index = close
    } else {
      tokens.push({ only: character })
    }
  }
  return tokens
}

function characterSet(inside: readonly string[]): Token {
  const negated = inside[0] === '!' || inside[0] === '^'
  const members = negated ? inside.slice(1) : inside
  const has = (character: string) =>
    members.some((member, index) => {
      if (members[index + 1] === '-' && members[index + 2] !== undefined) {
        return character >= member && character <= (members[index + 2] ?? '')
      }
      return member === character
    })
  return { fits: (character) => has(character) !== negated, members: members.length }
}
