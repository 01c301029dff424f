import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import { type FileChange, type FileContent, fileChangeSchema } from '../../shared/tool/file-change'
import type { TextFile } from './text-file'
import { decodeText, lineEndingOf } from './text-format'

/** The plans among these that change files; other tools plan other things. */
export function fileChangesIn(plans: readonly unknown[]): FileChange[] {
  return plans.flatMap((plan) => {
    const parsed = fileChangeSchema.safeParse(plan)
    return parsed.success ? [parsed.data] : []
  })
}

/**
 * A text file as it will be once changes that wait for a decision are applied, in their order; null where none of
 * them writes it last.
 */
export function pendingText(path: string, changes: readonly FileChange[], now: number): TextFile | null {
  let file: TextFile | null = null
  for (const change of changes) {
    for (const step of change.transitions) {
      if (step.path !== path) continue
      file = null
      if (step.op !== 'write' || step.after.kind !== 'file') continue
      const { after } = step
      const content = change.contents.find(({ sha256 }) => sha256 === after.sha256)
      if (content === undefined) continue
      const decoded = decodeText(bytesOf(content), path)
      file = {
        ...decoded,
        path,
        name: basename(path),
        lineEnding: lineEndingOf(decoded.text),
        // Which file it will be is not known before it is written.
        state: { ...after, node: null },
        modifiedAt: now,
        links: 1,
      }
    }
  }
  return file
}

function bytesOf({ sha256, encoding, data }: FileContent): Buffer {
  const bytes = Buffer.from(data, encoding)
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes
  throw new AppError('corrupt', 'A planned content is not what was proposed.')
}
