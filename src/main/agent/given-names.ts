import { withoutHidden } from '../../shared/text/reveal-hidden'

/** Characters that models' servers take in a name of a tool. */
export const NAME_CHARACTERS = 64

/** A name that a person or a server gave, as part of a tool's name; `otherwise` where it has no letter of ASCII. */
export function inSnakeCase(text: string, otherwise: string): string {
  const words = withoutHidden(text)
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return words === '' ? otherwise : words
}

/** The wanted name, with a number behind it where it was given before. */
export function unlike(wanted: string, limit: number, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `_${number}`
    const name = `${wanted.slice(0, limit - ending.length).replace(/_+$/, '')}${ending}`
    if (!taken.has(name)) return name
  }
}
