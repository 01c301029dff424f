import { AppError } from '../../shared/errors'

/** Patterns that braces may multiply into. */
const ALTERNATIVES = 64

/** A pattern over paths, ready to be compared. */
export type PathPattern = (relativePath: string) => boolean

/**
 * Compiles a pattern with *, **, ?, [abc] and {a,b}; case does not matter. Without a slash it is compared with the
 * last name alone. The comparison takes time in proportion to pattern × path, whatever the pattern.
 */
export function compilePattern(pattern: string): PathPattern {
  const alternatives = expandBraces(pattern.normalize('NFC').toLowerCase())
    .map((alternative) => alternative.replace(/^\.?\//, ''))
    .map((alternative) => (alternative.includes('/') ? alternative : `**/${alternative}`))
    .map((alternative) => alternative.split('/').filter((segment) => segment !== ''))
  return (relativePath) => {
    const segments = relativePath.normalize('NFC').toLowerCase().split('/')
    return alternatives.some((alternative) => matchesSegments(alternative, segments))
  }
}

/** Compiles one pattern without braces over a whole relative path; case matters. */
export function globMatcher(pattern: string): PathPattern {
  const parts = pattern.split('/').filter((segment) => segment !== '')
  const last = parts.at(-1)
  // At the end ** stands for what is inside, not for the folder itself.
  const inside = last === '**' ? [...parts.slice(0, -1), '*', '**'] : parts
  return (relativePath) => matchesSegments(inside, relativePath.split('/'))
}

function expandBraces(pattern: string): string[] {
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

/** Row by row over the pattern: which beginnings of the path fit so far. */
function matchesSegments(pattern: readonly string[], segments: readonly string[]): boolean {
  let fits = segments.map(() => false)
  fits.unshift(true)
  for (const part of pattern) {
    const next = [part === '**' && fits[0] === true]
    for (let index = 1; index <= segments.length; index++) {
      next.push(
        part === '**'
          ? fits[index] === true || next[index - 1] === true
          : fits[index - 1] === true && matchesName(part, segments[index - 1] ?? ''),
      )
    }
    fits = next
  }
  return fits[segments.length] === true
}

/** The usual two-pointer comparison: on a mismatch only the last star takes one character more. */
function matchesName(pattern: string, name: string): boolean {
  const tokens = tokenize(pattern)
  const characters = [...name]
  let token = 0
  let star = -1
  let resume = 0
  for (let index = 0; index < characters.length; ) {
    const current = tokens[token]
    if (current === '*') {
      star = token++
      resume = index
    } else if (current?.fits(characters[index] ?? '')) {
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
  return token === tokens.length
}

type Token = '*' | { readonly fits: (character: string) => boolean }

function tokenize(pattern: string): Token[] {
  const tokens: Token[] = []
  const characters = [...pattern]
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? ''
    const close = character === '[' ? characters.indexOf(']', index + 2) : -1
    if (character === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*')
    } else if (character === '?') {
      tokens.push({ fits: () => true })
    } else if (close > 0) {
      tokens.push(characterSet(characters.slice(index + 1, close)))
      index = close
    } else {
      tokens.push({ fits: (other) => other === character })
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
  return { fits: (character) => has(character) !== negated }
}
