const ADDRESS_START = /(?:https?|ftp):\/\/|(?<![\p{L}\p{N}.@/-])www\./giu
const SPACE = /\s/
const CLOSERS: Readonly<Record<string, string>> = {
  '(': ')',
  '<': '>',
  '[': ']',
  '{': '}',
  '“': '”',
  '‘': '’',
}
const ADDRESS_SIGNS = /^[\w.~:/?#@!$&*+,;=%-]+$/
/** A sign between two letters or digits, or a slash behind one: what words of a sentence don't have. */
const INNER_SIGN = /[\p{L}\p{N}](?:[./=_~#?&%-]+[\p{L}\p{N}]|\/)/u
/** Ends of host names that are complete: behind "gnu.org." a sentence may begin, behind "gnu." hardly. */
const COMPLETE_HOST = /\.(?:com|org|net|edu|gov|info|io|dev|eu|de|fr|uk)\.$/i
const FILE_EXTENSION =
  /^(?:html?|xhtml|php|aspx?|jsp|cgi|pdf|ps|txt|md|xml|json|csv|tsv|rss|docx?|xlsx?|pptx?|zip|tgz|tar|gz|bz2|xz|7z|exe|dmg|deb|rpm|iso|png|jpe?g|gif|svg|mp[34])(?![\p{L}\p{N}])/iu

/** Longer addresses are not followed over their lines: browsers and servers take hardly more. */
const LONGEST_ADDRESS = 2000

/** A web address in the text of a page; `lineEnds` are the letters before the line ends inside it. */
export type WebAddress = {
  readonly start: number
  readonly end: number
  readonly lineEnds: readonly number[]
}

/**
 * The web addresses of a page, followed over the ends of lines. What comes behind a sign of an address may as well be
 * the next word of a sentence, so that it goes on only with what no such word is: the rest of a host's name, a path,
 * a file's extension, or what closes the bracket in which the address stands.
 */
export function webAddresses(text: string): WebAddress[] {
  const found: WebAddress[] = []
  if (!text.includes('://') && !/www\./i.test(text)) return found
  for (const { index: start } of text.matchAll(ADDRESS_START)) {
    if (start < (found.at(-1)?.end ?? 0)) continue
    const closer = CLOSERS[text[start - 1] ?? ''] ?? null
    const lineEnds: number[] = []
    let end = spaceAt(text, start)
    let address = text.slice(start, end)
    while (text[end] === '\n' && address.length <= LONGEST_ADDRESS) {
      const next = text.slice(end + 1, spaceAt(text, end + 1))
      if (!goesOn(address, next, closer)) break
      lineEnds.push(end - 1)
      address += next
      end += 1 + next.length
    }
    found.push({ start, end, lineEnds })
  }
  return found
}

function spaceAt(text: string, from: number): number {
  let at = from
  while (at < text.length && !SPACE.test(text[at] ?? '')) at++
  return at
}

function goesOn(address: string, next: string, closer: string | null): boolean {
  const rest = address.replace(/^(?:https?|ftp):\/\//i, '')
  if (rest === '' || /^www\.$/i.test(rest)) return /^[\p{L}\p{N}]/u.test(next)
  // Another address begins there.
  if (!/^[\w~%#?&=/.]/.test(next) || /^(?:https?:|ftp:|www\.)/i.test(next)) return false
  if (
    closer !== null &&
    /[./?#=&_%-]$/.test(address) &&
    !address.includes(closer) &&
    isClosed(next, closer)
  ) {
    return true
  }
  if (/[?#=&_%~-]$/.test(rest)) return /^[\w~%.]/.test(next)
  if (rest.endsWith('/')) return INNER_SIGN.test(next)
  if (!rest.endsWith('.')) return false
  if (rest.includes('/')) return !/\.[^./]*\.$/.test(rest) && FILE_EXTENSION.test(next)
  return (
    /^\p{L}/u.test(next) && (INNER_SIGN.test(next) || (/^\p{Ll}/u.test(next) && !COMPLETE_HOST.test(rest)))
  )
}

/** Whether what is left of the address ends with the bracket that opened before it. */
function isClosed(next: string, closer: string): boolean {
  const at = next.indexOf(closer)
  return at > 0 && ADDRESS_SIGNS.test(next.slice(0, at))
}
