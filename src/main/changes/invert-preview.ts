import { appendAll } from '../../shared/append-all'
import { assertNever } from '../../shared/errors'
import { saidOf, textOf, type Words } from '../../shared/sentences/sentence'
import type { DiffHunk } from '../../shared/tool/diff'
import type { ChangePreview, Preview } from '../../shared/tool/preview'

/** What undoing a change looks like: the same targets with before and after exchanged. */
export function invertPreview(preview: Preview, summary: Words): Preview {
  return { ...previewAgain(preview, summary), changes: preview.changes.map(invertChange) }
}

/** What doing a change again looks like: as it was shown, whatever of that its undo could not show the other way round. */
export function previewAgain(preview: Preview, summary: Words): Preview {
  // A summary names the one of what it undoes or does again.
  const said = { ...preview.said, ...saidOf([summary]) }
  return {
    summary: textOf(summary),
    targets: preview.targets,
    changes: preview.changes,
    lost: [],
    recovery: 'undo',
    warnings: [],
    ...(preview.container === undefined ? {} : { container: preview.container }),
    ...(Object.keys(said).length === 0 ? {} : { said }),
  }
}

function invertChange(change: ChangePreview): ChangePreview {
  switch (change.kind) {
    case 'text':
      // A text without hunks was new; undoing it takes it away.
      if (change.hunks.length === 0) return { kind: 'removal', label: change.label, reference: change.label }
      return {
        kind: 'text',
        label: change.label,
        hunks: change.hunks.map(invertHunk),
        added: change.removed,
        removed: change.added,
        ...(change.truncated === undefined ? {} : { truncated: change.truncated }),
      }
    case 'binary':
      // So was what had no size before.
      if (change.sizeBefore === undefined && change.before === undefined) {
        const { label, sizeAfter: size, after: look } = change
        return {
          ...{ kind: 'removal', label, reference: label },
          ...(size === undefined ? {} : { size }),
          ...(look === undefined ? {} : { look }),
        }
      }
      return {
        kind: 'binary',
        label: change.label,
        ...(change.sizeAfter === undefined ? {} : { sizeBefore: change.sizeAfter }),
        ...(change.sizeBefore === undefined ? {} : { sizeAfter: change.sizeBefore }),
        ...(change.after === undefined ? {} : { before: change.after }),
        ...(change.before === undefined ? {} : { after: change.before }),
      }
    case 'fields':
      return {
        kind: 'fields',
        label: change.label,
        fields: change.fields.map(({ name, before, after }) => ({ name, before: after, after: before })),
        ...(change.look === undefined ? {} : { look: change.look }),
      }
    case 'removal':
      return {
        kind: 'binary',
        label: change.label,
        ...(change.size === undefined ? {} : { sizeAfter: change.size }),
        ...(change.look === undefined ? {} : { after: change.look }),
      }
    default:
      return assertNever(change)
  }
}

function invertHunk(hunk: DiffHunk): DiffHunk {
  return {
    oldStart: hunk.newStart,
    oldLines: hunk.newLines,
    newStart: hunk.oldStart,
    newLines: hunk.oldLines,
    lines: invertLines(hunk.lines),
  }
}

/** Exchanges signs; within a block of changed lines the removed ones come first, as in every unified diff. */
function invertLines(lines: readonly string[]): string[] {
  const inverted: string[] = []
  let removed: string[] = []
  let added: string[] = []
  let block: string[] = inverted
  const flush = () => {
    appendAll(inverted, removed)
    appendAll(inverted, added)
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.startsWith('+')) {
      block = removed
      block.push(`-${line.slice(1)}`)
    } else if (line.startsWith('-')) {
      block = added
      block.push(`+${line.slice(1)}`)
    } else if (line.startsWith('\\')) {
      // "No newline at end of file" belongs to the line before it.
      block.push(line)
    } else {
      flush()
      block = inverted
      block.push(line)
    }
  }
  flush()
  return inverted
}
