import type { FileService } from '../../../main/files/service'
import { quoted } from '../../../shared/quoted'
import type { ContentLook } from '../../../shared/tool/picture'
import type { ToolContext } from '../../../shared/tool/runtime'

/** Things passed over that the model is told one by one. */
const NAMED_PASSED_OVER = 5

/** Made once: making one takes far longer than using it. */
const numbers = new Intl.NumberFormat('en')

/** A number with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`
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

/** Names in a summary; the preview lists all. */
const NAMED_IN_SUMMARY = 3

/** The first few names, and how many more. */
export function namesInWords(items: readonly { readonly name: string }[]): string {
  const named = items.slice(0, NAMED_IN_SUMMARY).map(({ name }) => quoted(name))
  const more = items.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The last part of a path in either notation. */
export function lastName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path
}

/** Lines of a text; a line end at its end begins no further one. */
export function lineCount(text: string): number {
  if (text === '') return 0
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

/** A kind of picture as people call it. */
export function pictureName(mediaType: string): string {
  const names: Readonly<Record<string, string>> = {
    'image/png': 'PNG',
    'image/jpeg': 'JPEG',
    'image/gif': 'GIF',
    'image/webp': 'WebP',
  }
  return names[mediaType] ?? mediaType
}

/** The look at one place of a batch, for its preview; nothing where there is none. */
export function lookAt(
  looks: readonly (ContentLook | undefined)[],
  place: number,
): { readonly look?: ContentLook } {
  const look = looks[place]
  return look === undefined ? {} : { look }
}

/** What is not text, in a summary: a picture with its size in pixels, else its type. */
export function lookInWords(look: ContentLook | undefined): string {
  if (look === undefined || look.mediaType === 'application/octet-stream') return 'not text'
  if (look.picture === undefined) return pictureName(look.mediaType)
  const { width, height } = look.picture
  return `${pictureName(look.mediaType)}, ${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`
}

const anyoneExecutes = 0o111

/** What makes changing a file more than changing a text: other names of it, and that it is a program. */
export function oddFileInWords({ mode, links }: { readonly mode: number; readonly links: number }): string[] {
  return [
    ...(links > 1 ? [`The file has ${links} names (hard links); the others will keep the old text.`] : []),
    ...((mode & anyoneExecutes) !== 0 ? ['The file is a program that can be run.'] : []),
  ]
}

/** What the model proposed itself and is not applied yet, on a line of its own; nothing where there is nothing. */
export function pendingInWords(
  files: Pick<FileService, 'pendingNote'>,
  path: string | null,
  pendingPlans: ToolContext['pendingPlans'],
): string {
  const plans = pendingPlans?.() ?? []
  const note = path === null || plans.length === 0 ? null : files.pendingNote(path, plans)
  return note === null ? '' : `\n(${note})`
}
