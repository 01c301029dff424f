import { quoted } from '../../../shared/quoted'

/** Things passed over that the model is told one by one. */
const NAMED_PASSED_OVER = 5

/** A number with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Says what was passed over, so that nothing is left out silently; empty when nothing was. */
export function passedOverInWords(passedOver: readonly { path: string; reason: string }[]): string {
  if (passedOver.length === 0) return ''
  const named = passedOver
    .slice(0, NAMED_PASSED_OVER)
    .map(({ path, reason }) => (path === '' ? reason : `${quoted(path)}: ${reason}`))
  const more = passedOver.length - named.length
  return `\nPassed over: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}
