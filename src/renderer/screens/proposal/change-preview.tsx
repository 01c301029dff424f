import { FileX2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { shownChanges } from '../../../shared/contract/proposal-line'
import { assertNever } from '../../../shared/errors'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { partKey } from '../../../shared/tool/parts'
import type { ChangePreview } from '../../../shared/tool/preview'
import { splitDiffs, useDiffLayout } from '../../stores/diff-layout'
import { decisionText } from '../../text/decisions'
import { formatSize } from '../../text/language'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { CodeBlock } from '../../ui/code-block'
import { LookAt } from '../../ui/content-look'
import { Diff } from '../../ui/diff'
import { additionHunks, countLines } from '../../ui/diff-rows'
import { HiddenText } from '../../ui/hidden-text'
import { ChosenItem, type PartChoice } from './chosen-item'
import { FieldsOfOne, FieldsOfSeveral } from './fields-preview'
import { FileOfOne, FilesOfSeveral } from './files-preview'
import { contentHeight, foldedLines, longContent } from './preview-sizes'
import { together } from './together'
import './proposal.css'

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
      {together(shown).map((block) => {
        const [first, ...others] = block.items
        if (block.kind === 'fields')
          return <FieldsOfSeveral key={first.index} items={block.items} parts={parts} />
        if (block.kind === 'files' && others.length > 0) {
          return <FilesOfSeveral key={first.index} items={block.items} parts={parts} />
        }
        return (
          <ChosenItem key={first.index} {...first} parts={parts}>
            <OneChange {...first} collapseAfter={collapseAfter} parts={parts} />
          </ChosenItem>
        )
      })}
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
      return <FileOfOne change={change} />
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

function linesOf(content: string): number {
  let lines = 1
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) lines++
  return lines
}

/** An id says nothing to a person; a path does. */
function isPath(reference: string): boolean {
  return /[/\\]/.test(reference)
}
