import type { Told } from '../../shared/sentences/english'
import { quoted, unquoted } from '../../shared/text/quoted'
import { formatNumber } from './language'

/** In German quotes, with what would hide or turn text made visible: names come from outside. */
export function inQuotesDe(text: string): string {
  return `„${unquoted(text)}“`
}

/** The first few names, and how many more, in German. */
export function toldDe({ names, more }: Told): string {
  return `${names.map(quoted).join(', ')}${more > 0 ? ` und ${formatNumber(more)} weitere` : ''}`
}
