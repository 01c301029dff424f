import { File, FileArchive, FileAudio, FileImage, FileText, FileVideo, Folder } from 'lucide-react'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import type { ChangePreview } from '../../../shared/tool/preview'
import { decisionText } from '../../text/decisions'
import { formatSize } from '../../text/language'
import { ContentSides } from '../../ui/content-look'
import { type FileKind, fileKind } from '../../ui/file-kind'
import { HiddenText } from '../../ui/hidden-text'
import { ChosenItem, type PartChoice } from './chosen-item'
import { commonFolder } from './common-folder'

type BinaryChange = Extract<ChangePreview, { kind: 'binary' }>

/** A file of which only name and size are shown, with its place among the changes. */
export interface UnseenFile {
  readonly change: BinaryChange
  readonly index: number
}

const fileIcons: Readonly<Record<FileKind, typeof File>> = {
  image: FileImage,
  audio: FileAudio,
  video: FileVideo,
  archive: FileArchive,
  document: FileText,
  program: File,
  readable: FileText,
  other: File,
}

/** A file whose text is not shown: its name, its sizes, and how it looks where that is known. */
export function FileOfOne({ change }: { readonly change: BinaryChange }) {
  const { label, before, after } = change
  const looked = before !== undefined || after !== undefined
  const line = (
    <FileLine change={change} name={label} note={looked ? '' : `, ${decisionText().contentNotShown}`} />
  )
  if (!looked) return line
  return (
    <div className="preview-looked">
      {line}
      <ContentSides label={revealAsText(label)} before={before} after={after} />
    </div>
  )
}

function FileLine({
  change: { label, sizeBefore, sizeAfter },
  name,
  note = '',
}: {
  readonly change: BinaryChange
  readonly name: string
  readonly note?: string
}) {
  const t = decisionText()
  const kind = fileKind(label)
  const Icon = fileIcons[kind]
  const sizes = [sizeBefore, sizeAfter].filter((size) => size !== undefined).map(formatSize)
  return (
    <p className="preview-line preview-binary">
      <Icon size={18} aria-hidden />
      <strong>
        <HiddenText text={name} />
      </strong>
      <span className="preview-note">
        {t.fileKind[kind]}
        {note}
      </span>
      <span className="preview-size">
        {sizeBefore === undefined && sizeAfter !== undefined
          ? `${t.newThing}, ${sizes[0]}`
          : sizes.join(' → ')}
      </span>
    </p>
  )
}

/** Several files of which only names and sizes are shown: the folder that all are in once, and each by what is left of its path. */
export function FilesOfSeveral({
  items,
  parts,
}: {
  readonly items: readonly UnseenFile[]
  readonly parts: PartChoice | undefined
}) {
  const t = decisionText()
  const folder = commonFolder(items.map(({ change }) => change.label))
  return (
    <div className="preview-files">
      <p className="preview-line preview-binary">
        {folder !== '' && (
          <>
            <Folder size={18} aria-hidden />
            <strong>
              <HiddenText text={folder} />
            </strong>
          </>
        )}
        <span className="preview-note">{t.contentsNotShown}</span>
      </p>
      <ul>
        {items.map(({ change, index }) => {
          const name = change.label.slice(folder.length)
          return (
            <li key={index}>
              <ChosenItem {...{ change, name, index, parts }}>
                <FileLine change={change} name={name} />
              </ChosenItem>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
