import { assertNever } from '../errors'
import type { ChangePreview } from '../tool/preview'
import type { Outline, Proposal, ProposalLine } from './changes'

/** Changes that a card shows before more are asked for; room is left for these. */
export const shownChanges = 20

/** What lists and events carry of a proposal. */
export function proposalLineOf({
  preview,
  ...line
}: Omit<Proposal, 'input' | 'planHash' | 'remember' | 'amendment'>): ProposalLine {
  return {
    ...line,
    said: { ...preview.said, ...line.said },
    summary: preview.summary,
    changes: preview.changes.length,
    warnings: preview.warnings.length,
    outline: preview.changes.slice(0, shownChanges).map(outlineOf),
  }
}

function outlineOf(change: ChangePreview): Outline {
  switch (change.kind) {
    case 'text':
      return change.content !== undefined && change.hunks.length === 0
        ? { kind: 'content', rows: change.content.replace(/\n$/, '').split('\n').length }
        : { kind: 'diff', rows: change.hunks.reduce((rows, { lines }) => rows + 1 + lines.length, 0) }
    case 'fields':
      return { kind: 'fields', rows: change.fields.length }
    case 'binary':
    case 'removal':
      return { kind: change.kind, rows: 1 }
    default:
      return assertNever(change)
  }
}
