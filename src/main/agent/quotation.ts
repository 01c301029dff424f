import { quoted } from '../../shared/quoted'

/** In typographic quotes, with what would hide or turn text made visible: names come from outside. */
export function inQuotes(text: string): string {
  return `“${quoted(text).slice(1, -1)}”`
}
