import { File, FileArchive, FileAudio, FileImage, FileText, FileVideo, FileX2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { shownChanges } from '../../../shared/contract/proposal-line'
import { assertNever } from '../../../shared/errors'
import { revealAsText } from '../../../shared/reveal-hidden'
import { type PartKey, partKey } from '../../../shared/tool/parts'
import type { ChangePreview } from '../../../shared/tool/preview'
import { splitDiffs, useDiffLayout } from '../../stores/diff-layout'
import { decisionText } from '../../text/decisions'
import { formatSize } from '../../text/language'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { CodeBlock } from '../../ui/code-block'
import { ContentSides, LookAt } from '../../ui/content-look'
import { Diff } from '../../ui/diff'
import { additionHunks, countLines } from '../../ui/diff-rows'
import { type FileKind, fileKind } from '../../ui/file-kind'
import { HiddenText } from '../../ui/hidden-text'
import { FieldsOfOne, FieldsOfSeveral, type ItemFields } from './fields-preview'
import { contentHeight, foldedLines, longContent } from './preview-sizes'
import './proposal.css'

/** Boxes to tick, to approve a part. */
export interface PartChoice {
  readonly by: 'items' | 'hunks' | 'fields'
  readonly leftOut: ReadonlySet<PartKey>
  readonly onToggle: (part: PartKey, chosen: boolean) => void
}

/** What changes in each target, exactly as it was planned. */
export function ChangePreviews({
  changes,
  collapseAfter,
  parts,
  hide,
}: {
  readonly changes: readonly ChangePreview[]
  readonly collapseAfter?: number
  readonly parts?: PartChoice | undefined
  /** Leaves out what is shown elsewhere; places stay those of the whole. */
  readonly hide?: (change: ChangePreview) => boolean
}) {
  const [whole, setWhole] = useState(false)
  const t = decisionText()
  const placed = changes.map((change, index) => ({ change, index })).filter(({ change }) => !hide?.(change))
  const shown = whole ? placed : placed.slice(0, shownChanges)
  return (
    <div className="preview">
      {together(shown).map((block) =>
        Array.isArray(block) ? (
          <FieldsOfSeveral key={block[0]?.index} items={block} parts={parts} />
        ) : (
          <Chosen key={block.index} {...block} parts={parts}>
            <OneChange {...block} collapseAfter={collapseAfter} parts={parts} />
          </Chosen>
        ),
      )}
      {placed.length > shownChanges && (
        <div>
          <Button size="sm" variant="ghost" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t.showFewer : t.showAll(placed.length)}
          </Button>
        </div>
      )}
    </div>
  )
}

interface Placed {
  readonly change: ChangePreview
  readonly index: number
}

/** Fields of several that follow each other are one table. */
function together(placed: readonly Placed[]): readonly (Placed | ItemFields[])[] {
  const blocks: (Placed | ItemFields[])[] = []
  for (const { change, index } of placed) {
    const last = blocks.at(-1)
    const isTabular = change.kind === 'fields' && change.look === undefined
    if (isTabular && Array.isArray(last)) last.push({ change, index })
    else blocks.push(isTabular ? [{ change, index }] : { change, index })
  }
  return blocks
}

/** An item of a batch with its box. */
function Chosen({
  change,
  index,
  parts,
  children,
}: {
  readonly change: ChangePreview
  readonly index: number
  readonly parts: PartChoice | undefined
  readonly children: ReactNode
}) {
  if (parts?.by !== 'items') return children
  const part = String(index)
  const chosen = !parts.leftOut.has(part)
  return (
    <div className="preview-item" data-left-out={!chosen || undefined}>
      <Checkbox
        labelHidden
        label={decisionText().include(revealAsText(change.label))}
        checked={chosen}
        onChange={(on) => parts.onToggle(part, on)}
      />
      {children}
    </div>
  )
}

function OneChange({
  change,
  index,
  collapseAfter = foldedLines,
  parts,
}: {
  readonly change: ChangePreview
  readonly index: number
  readonly collapseAfter?: number | undefined
  readonly parts: PartChoice | undefined
}) {
  const t = text().proposal
  switch (change.kind) {
    case 'text':
      return (
        <div>
          <TextChange change={change} index={index} collapseAfter={collapseAfter} parts={parts} />
          {change.truncated && change.ending === undefined && (
            <p className="preview-note">{truncatedInWords(change)}</p>
          )}
        </div>
      )
    case 'binary':
      return <BinaryChange change={change} />
    case 'fields':
      return <FieldsOfOne item={{ change, index }} parts={parts} />
    case 'removal':
      return (
        <div className="preview-line preview-removal">
          <FileX2 size={14} aria-hidden />
          <span className="visually-hidden">{t.removal}</span>
          <strong>
            <HiddenText text={change.label} />
          </strong>
          {isPath(change.reference) && (
            <span className="preview-note">
              <HiddenText text={change.reference} />
            </span>
          )}
          {change.size !== undefined && <span className="preview-size">{formatSize(change.size)}</span>}
          {change.look !== undefined && (
            <div className="preview-look">
              <LookAt look={change.look} label={revealAsText(change.label)} />
            </div>
          )}
        </div>
      )
    default:
      return assertNever(change)
  }
}

function TextChange({
  change,
  index,
  collapseAfter,
  parts,
}: {
  readonly change: Extract<ChangePreview, { kind: 'text' }>
  readonly index: number
  readonly collapseAfter: number
  readonly parts: PartChoice | undefined
}) {
  const split = useDiffLayout((state) => state.split)
  const { content, hunks, label } = change
  const isNew = content !== undefined && hunks.length === 0
  const long = useMemo(
    () => (isNew && linesOf(content) > longContent ? additionHunks(content) : undefined),
    [isNew, content],
  )
  if (isNew && long === undefined) {
    return <CodeBlock code={content} label={label} maxHeight={contentHeight} />
  }
  if (long !== undefined) {
    const { ending } = change
    return (
      <>
        <Diff hunks={long} title={label} collapseAfter={collapseAfter} />
        {ending !== undefined && (
          <>
            <p className="preview-gap">{decisionText().leftOut(change.leftOut ?? 0)}</p>
            <CodeBlock code={ending} maxHeight={contentHeight} />
          </>
        )}
      </>
    )
  }
  const choice =
    parts?.by === 'hunks' && (hunks.length > 1 || parts.leftOut.has(partKey(index, 0)))
      ? {
          chosen: new Set(
            hunks.map((_, hunk) => hunk).filter((hunk) => !parts.leftOut.has(partKey(index, hunk))),
          ),
          onToggle: (hunk: number, chosen: boolean) => parts.onToggle(partKey(index, hunk), chosen),
        }
      : undefined
  return (
    <Diff
      hunks={hunks}
      title={label}
      counts={change}
      collapseAfter={collapseAfter}
      choice={choice}
      split={split}
      onSplit={splitDiffs}
    />
  )
}

function truncatedInWords({ hunks, added, removed }: Extract<ChangePreview, { kind: 'text' }>): string {
  const shown = countLines(hunks)
  return decisionText().truncated(shown.added + shown.removed, added + removed)
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

function BinaryChange({ change }: { readonly change: Extract<ChangePreview, { kind: 'binary' }> }) {
  const t = decisionText()
  const kind = fileKind(change.label)
  const Icon = fileIcons[kind]
  const { sizeBefore, sizeAfter, before, after } = change
  const looked = before !== undefined || after !== undefined
  const sizes = [sizeBefore, sizeAfter].filter((size) => size !== undefined).map(formatSize)
  const line = (
    <p className="preview-line preview-binary">
      <Icon size={18} aria-hidden />
      <strong>
        <HiddenText text={change.label} />
      </strong>
      <span className="preview-note">
        {t.fileKind[kind]}
        {looked ? '' : `, ${t.contentNotShown}`}
      </span>
      <span className="preview-size">
        {sizeBefore === undefined && sizeAfter !== undefined
          ? `${t.newThing}, ${sizes[0]}`
          : sizes.join(' → ')}
      </span>
    </p>
  )
  if (!looked) return line
  return (
    <div className="preview-looked">
      {line}
      <ContentSides label={revealAsText(change.label)} before={before} after={after} />
    </div>
  )
}

function linesOf(content: string): number {
  let lines = 1
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) lines++
  return lines
}

/** An id says nothing to a person; a path does. */
function isPath(reference: string): boolean {
  return /[/\\]/.test(reference)
}
