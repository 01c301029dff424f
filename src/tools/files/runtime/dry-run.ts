import { counted } from '../../../shared/sentences/english'
import { quoted } from '../../../shared/text/quoted'
import { shortened } from '../../../shared/text/start-of'
import type { DiffHunk } from '../../../shared/tool/diff'
import type { Unchanged } from '../../../shared/tool/runtime'
import type { PlannedEdit } from './edit-plan'
import type { FileToolState } from './types'

/** Lines of a difference that a dry run gives: what a model can check, and no page long. */
const SHOWN_LINES = 400
/** Characters of each that are given. */
const SHOWN_CHARACTERS = 500

/** What edits would make of a file, without a proposal. */
export function dryRun({ plan, preview }: PlannedEdit): Unchanged<FileToolState<'edit_file'>> {
  const { path, replacements, added, removed } = plan.outcome
  const text = preview.changes.find((change) => change.kind === 'text')
  const { hunks, truncated } = beginning(text?.hunks ?? [])
  const more = truncated || text?.truncated === true
  const would = `${counted(replacements, 'replacement')}, ${counted(added, 'line')} added, ${removed} removed`
  const rest = more ? '\nThere is more than these lines.' : ''
  return {
    unchanged: {
      content: `Nothing was changed or proposed. The edits fit ${quoted(path)}: ${would}.\n${hunks.map(inWords).join('\n')}${rest}`,
      state: { ...plan.outcome, dry_run: { hunks, truncated: more } },
      origin: 'granted_folder',
    },
  }
}

function inWords({ oldStart, oldLines, newStart, newLines, lines }: DiffHunk): string {
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n')
}

function beginning(all: readonly DiffHunk[]): { hunks: DiffHunk[]; truncated: boolean } {
  const hunks: DiffHunk[] = []
  let room = SHOWN_LINES
  let truncated = false
  for (const { lines, ...place } of all) {
    const kept = lines.slice(0, room).map((line) => {
      const start = shortened(line, SHOWN_CHARACTERS)
      truncated ||= start !== line
      return start
    })
    truncated ||= kept.length < lines.length
    if (kept.length > 0) hunks.push({ ...place, lines: kept })
    room -= kept.length
  }
  return { hunks, truncated }
}
