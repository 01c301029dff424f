import type { ReactNode } from 'react'
import type { z } from 'zod'
import { formatNumber, formatSize } from '../../renderer/text/language'
import { CodeBlock } from '../../renderer/ui/code-block'
import { FileTree } from '../../renderer/ui/file-tree'
import { partsOfPath, underOneFolder } from '../../renderer/ui/file-tree-rows'
import { KeyValues } from '../../renderer/ui/key-values'
import { StoredPicture } from '../../renderer/ui/stored-picture'
import type filesModule from './module'
import { text } from './views-text'

interface Extent {
  readonly kind: 'file' | 'folder' | 'link'
  readonly files: number
  readonly size: number
}

interface NamedEntry extends Extent {
  readonly name: string
}

function extent({ kind, files, size }: Extent): string {
  return kind === 'folder' ? `${text().files(files)}, ${formatSize(size)}` : formatSize(size)
}

/** A size before and after, or after alone where there was none. */
export function sizes(before: number | null, after: number): string {
  return before === null ? formatSize(after) : `${formatSize(before)} → ${formatSize(after)}`
}

/** Width and height of a picture. */
export function pixels({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${formatNumber(width)} × ${formatNumber(height)}`
}

type ReadPicture = NonNullable<ReadOutput['picture']>
type ReadOutput = z.output<
  Extract<(typeof filesModule)['tools'][number], { readonly name: 'read_file' }>['output']
>

/** Height (pixels of the page) of a picture that was read before a click shows it whole. */
const pictureHeight = 420

/** A picture as it was given to the model. */
export function PictureRead({
  output,
  picture,
}: {
  readonly output: ReadOutput
  readonly picture: ReadPicture
}) {
  const { given } = picture
  const scaled = given.width !== picture.width || given.height !== picture.height
  return (
    <>
      <KeyValues
        items={[
          { label: text().path, value: output.path },
          { label: text().kind, value: text().pictureTypes[picture.media_type] },
          { label: text().dimensions, value: pixels(picture) },
          { label: text().size, value: formatSize(output.size) },
          { label: text().givenAs, value: scaled ? pixels(given) : '' },
        ]}
      />
      <StoredPicture picture={given} label={output.name} maxHeight={pictureHeight} zoomable />
    </>
  )
}

/** What is written whole: a text, or only how long what is not text is. */
export function WholeContent({
  content,
  encoding,
}: {
  readonly content: string
  readonly encoding: 'text' | 'base64'
}) {
  if (encoding === 'text') return <CodeBlock code={content} />
  return <p>{text().base64(formatNumber(content.length))}</p>
}

/** Something at a path, as a tool tells of it. */
interface Found {
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly size: number | null
}

/** What is at these paths, in its folders; `folder` is the one that all of it is known to lie in. */
export function PathTree({
  label,
  found,
  folder,
  note,
}: {
  readonly label: string
  readonly found: readonly (Found & { readonly meta?: string; readonly detail?: string | undefined })[]
  readonly folder?: string | null
  readonly note?: ReactNode
}) {
  const shared = underOneFolder(found.map(({ path }) => path))
  const inside = folder ? partsOfPath(folder).length : 0
  // What is told from elsewhere keeps a place of its own.
  const isBelow =
    folder && found.every(({ path }) => path.startsWith(folder) && partsOfPath(path).length > inside)
  const entries = found.map(({ path, ...entry }, at) => ({
    ...entry,
    key: path,
    parts: isBelow ? partsOfPath(path).slice(inside) : (shared.below[at] ?? [path]),
  }))
  return (
    <FileTree
      label={label}
      root={isBelow ? folder : shared.folder || (folder ?? '')}
      entries={entries}
      note={note}
    />
  )
}

/** What went to the trash or came back from it. */
export function Trashed({
  label,
  results,
}: {
  readonly label: string
  readonly results: readonly (NamedEntry & { readonly trash_id: string; readonly path: string })[]
}) {
  return <PathTree label={label} found={results.map((result) => ({ ...result, meta: extent(result) }))} />
}

/** What has another place or a copy: where it is now, and where it came from. */
export function Relocated({
  label,
  results,
}: {
  readonly label: string
  readonly results: readonly (NamedEntry & { readonly from: string; readonly to: string })[]
}) {
  const found = results.map(({ from, to, ...entry }) => ({
    ...entry,
    path: to,
    meta: extent(entry),
    detail: text().from(from),
  }))
  return <PathTree label={label} found={found} />
}
