/** A sign of a name that is drawn like another one. */
export interface LookAlike {
  readonly sign: string
  /** As Unicode writes it: `U+043E`. */
  readonly point: string
  /** The part of the name that it stands in, between slashes and blanks. */
  readonly part: string
}

// What https://www.unicode.org/Public/security/17.0.0/confusables.txt has for Latin letters, as far as most fonts draw
// both alike: of Cyrillic, Greek and Armenian, small letters and capitals.
const letters = 'аеорсухіјѕһԁԛԝӏАВЕКМНОРСТХІЈЅԌԚԜӀονΑΒΕΖΗΙΚΜΝΟΡΤΥΧոսօհ'
// The same for slashes, backslashes and the dot before an ending.
const strokes = '\u2024\u2044\u2215\u2216\u2571\u27cb\u27cd\u29f5\u29f8\u29f9\ufe68\uff0e\uff0f\uff3c'

/** Letters count beside Latin ones alone: a whole word of another script is what it seems. */
const lookAlike = new RegExp(
  `(?<=\\p{Script=Latin}\\p{M}*)[${letters}]+|[${letters}]+(?=\\p{Script=Latin})|[${strokes}]`,
  'gu',
)

/** The signs of names or paths that are drawn like others, each once for the part that it stands in. */
export function lookAlikesIn(names: readonly string[]): LookAlike[] {
  const found = new Map<string, LookAlike>()
  for (const part of names.flatMap((name) => name.split(/[/\\\s]+/))) {
    for (const sign of [...part.matchAll(lookAlike)].flatMap(([signs]) => [...signs])) {
      found.set(`${sign} ${part}`, { sign, point: pointOf(sign), part })
    }
  }
  return [...found.values()]
}

function pointOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
