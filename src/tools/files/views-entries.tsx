import { File, FileText, Folder, Link, type LucideIcon } from 'lucide-react'
import type { z } from 'zod'
import { formatNumber, formatSize } from '../../renderer/text/language'
import { CodeBlock } from '../../renderer/ui/code-block'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { StoredPicture } from '../../renderer/ui/stored-picture'
import type filesModule from './module'
import { text } from './views-text'

/** How what a path leads to is drawn. */
export const kindIcons: Readonly<Record<'file' | 'folder' | 'link' | 'other', LucideIcon>> = {
  file: FileText,
  folder: Folder,
  link: Link,
  other: File,
}

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

/** What went to the trash or came back from it. */
export function Trashed({
  label,
  results,
}: {
  readonly label: string
  readonly results: readonly (NamedEntry & { readonly trash_id: string; readonly path: string })[]
}) {
  const entries = results.map(({ trash_id: key, path: place, ...entry }) => ({ ...entry, key, place }))
  return <Entries label={label} entries={entries} />
}

/** What has another place or a copy, with both places. */
export function Relocated({
  label,
  results,
}: {
  readonly label: string
  readonly results: readonly (NamedEntry & { readonly from: string; readonly to: string })[]
}) {
  const entries = results.map(({ from, to, ...entry }) => ({ ...entry, key: to, place: `${from} → ${to}` }))
  return <Entries label={label} entries={entries} />
}

function Entries({
  label,
  entries,
}: {
  readonly label: string
  readonly entries: readonly (NamedEntry & { readonly key: string; readonly place: string })[]
}) {
  const items = entries.map((entry) => ({
    key: entry.key,
    icon: kindIcons[entry.kind],
    title: entry.name,
    meta: extent(entry),
    text: entry.place,
  }))
  return <ResultList label={label} items={items} />
}
