import { quoted } from '../../shared/quoted'
import type { Told } from '../../shared/sentences/english'
import { formatNumber } from './language'

/** The first few names, and how many more, in German. */
export function toldDe({ names, more }: Told): string {
  return `${names.map(quoted).join(', ')}${more > 0 ? ` und ${formatNumber(more)} weitere` : ''}`
}
