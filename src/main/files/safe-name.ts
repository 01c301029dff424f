import { revealHidden } from '../../shared/text/reveal-hidden'

/** Room for an ending and a number below the 255 bytes that usual file systems take. */
const nameLimitBytes = 200
/** Windows takes these for devices, whatever follows a point. */
export const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/iu
/** The longest ending that is kept whole when a name is cut. */
const endingLimitBytes = 16

/**
 * A title as a file name on every system: no separators, nothing that hides or turns text, no name of a device, no
 * point or space at its ends; cut between characters. Empty where nothing of it can be a name.
 */
export function safeName(title: string): string {
  const seen = revealHidden(title.normalize('NFC'))
    .map((piece) => (piece.kind === 'text' ? piece.text : ' '))
    .join('')
  const safe = seen
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\p{Co}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/gu, '')
  return cutToFit(deviceName.test(safe) ? `_${safe}` : safe)
}

/** The part before the ending, and the ending with its point; a name that is an ending alone has none. */
export function splitEnding(name: string): readonly [stem: string, ending: string] {
  const at = name.lastIndexOf('.')
  if (at <= 0 || Buffer.byteLength(name.slice(at)) > endingLimitBytes) return [name, '']
  return [name.slice(0, at), name.slice(at)]
}

/** Gives each name of a folder once: further ones are numbered. Names that differ in case alone are the same. */
export function createFreeNames(): (name: string) => string {
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  const fold = (name: string): string => name.normalize('NFKC').toLowerCase()
  return (name) => {
    const [stem, ending] = splitEnding(name)
    for (let number = numbers.get(fold(name)) ?? 1; ; number++) {
      const candidate = number === 1 ? name : `${stem} (${number})${ending}`
      if (taken.has(fold(candidate))) continue
      taken.add(fold(candidate))
      numbers.set(fold(name), number + 1)
      return candidate
    }
  }
}

function cutToFit(name: string): string {
  if (Buffer.byteLength(name) <= nameLimitBytes) return name
  const [stem, ending] = splitEnding(name)
  const room = nameLimitBytes - Buffer.byteLength(ending)
  let kept = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > room) break
    kept += segment
  }
  return kept.trimEnd() + ending
}
