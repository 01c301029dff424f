// Stands for what is set aside; no keyboard writes it.
const place = '\u0001'
const places = new RegExp(`${place}(\\d+)${place}`, 'gu')

/**
 * Changes a text while parts of it are set aside: those that a pattern finds and for which `keep` answers what shall
 * stand there afterwards; where it answers null the part is changed like the rest.
 */
export function settingAside(
  text: string,
  pattern: RegExp,
  keep: (match: RegExpExecArray) => string | null,
  change: (rest: string) => string,
): string {
  const kept: string[] = []
  const plain = text.replaceAll(place, '')
  let rest = ''
  let done = 0
  for (const match of plain.matchAll(pattern)) {
    const part = keep(match)
    if (part === null) continue
    rest += `${plain.slice(done, match.index)}${place}${kept.length}${place}`
    kept.push(part)
    done = match.index + match[0].length
  }
  return change(rest + plain.slice(done)).replace(places, (_, index) => kept[Number(index)] ?? '')
}
