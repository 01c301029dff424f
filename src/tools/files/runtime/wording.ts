import type { FileService } from '../../../main/files/service'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { quoted } from '../../../shared/text/quoted'
import type { EntryIdentity } from '../../../shared/tool/file-change'
import type { ContentLook } from '../../../shared/tool/picture'
import type { SpokenTarget } from '../../../shared/tool/preview'
import type { ToolContext } from '../../../shared/tool/runtime'

/** Things passed over that the model is told one by one. */
const NAMED_PASSED_OVER = 5

/** Says what was passed over, so that nothing is left out silently; empty when nothing was. */
export function passedOverInWords(passedOver: readonly { path: string; reason: string }[]): string {
  if (passedOver.length === 0) return ''
  const named = passedOver
    .slice(0, NAMED_PASSED_OVER)
    .map(({ path, reason }) => (path === '' ? reason : `${quoted(path)}: ${reason}`))
  const more = passedOver.length - named.length
  return `\nPassed over: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

/** The last part of a path in either notation. */
export function lastName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path
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

/** A folder of a batch counts as the files in it, in what is asked and in what is shown; an empty one as itself. */
export function folderWith(files: number): Pick<SpokenTarget, 'kind' | 'detail' | 'things'> {
  return { kind: 'folder', detail: say('files.inside', { files }), things: Math.max(1, files) }
}

/** How many files are in these things, or 0 where none of them is a folder and their names tell it. */
export function filesInside(
  items: readonly { readonly entry: Pick<EntryIdentity, 'kind' | 'files'> }[],
): number {
  if (!items.some(({ entry }) => entry.kind === 'folder')) return 0
  return items.reduce((sum, { entry }) => sum + entry.files, 0)
}

/** What is not text, as sentences tell it: what kind of file, and of a picture its size in pixels. */
export function kindOf(look: ContentLook | undefined): { type: string; width: number; height: number } {
  if (look === undefined || look.mediaType === 'application/octet-stream')
    return { type: '', width: 0, height: 0 }
  const { width, height } = look.picture ?? { width: 0, height: 0 }
  return { type: pictureName(look.mediaType), width, height }
}

const anyoneExecutes = 0o111
const anyoneWrites = 0o222

/** What makes changing a file more than changing a text: other names of it, that it is a program, and that someone protected it. */
export function oddFileInWords({
  mode,
  links,
}: {
  readonly mode: number
  readonly links: number
}): Sentence[] {
  return [
    ...(links > 1 ? [say('files.hard_links', { links })] : []),
    ...((mode & anyoneExecutes) !== 0 ? [say('files.program')] : []),
    // A new file takes the place of the old one, which its permissions don't keep from happening.
    ...((mode & anyoneWrites) === 0 ? [say('files.write_protected')] : []),
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
