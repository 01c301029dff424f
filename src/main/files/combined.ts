import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import { fileChangeSchema } from '../../shared/tool/file-change'
import type { ChangePreview, Target } from '../../shared/tool/preview'
import { newTextPreview } from '../../text-change/shown-text'
import { diffTexts, textChange } from '../../text-change/text-diff'
import { readState } from './file-state'
import { type PendingFiles, writtenText } from './pending-files'
import { readTextFile } from './text-file'

/** What becomes of one file by several plans. */
export interface CombinedFile {
  readonly target: Target
  readonly changes: readonly ChangePreview[]
}

/**
 * What plans that write files come to, file by file, from what is on the disk now; null where they also move, copy or take
 * away, which is shown step by step.
 */
export async function combinedFiles(
  plans: readonly unknown[],
  pending: PendingFiles,
  limitBytes: number,
): Promise<readonly CombinedFile[] | null> {
  const steps = plans.flatMap((plan) => fileChangeSchema.safeParse(plan).data?.transitions ?? [])
  if (!steps.every(({ op }) => op === 'write' || op === 'make_folder')) return null
  const all: CombinedFile[] = []
  for (const path of new Set(steps.map((step) => step.path))) {
    const place = pending.at(path)
    const label = basename(path)
    if (place.kind === 'folder') {
      all.push({ target: { kind: 'folder', label, reference: path }, changes: [] })
      continue
    }
    if (place.kind !== 'file') return null
    const target: Target = { kind: 'file', label, reference: path, size: place.state.size }
    const before = await readState(path)
    if (before.kind === 'file' && before.sha256 === place.state.sha256) continue
    const texts = await textsOf(path, before.kind, () => writtenText(path, place, Date.now()), limitBytes)
    all.push({
      target,
      changes: [
        texts === null
          ? {
              ...{ kind: 'binary', label, sizeAfter: place.state.size },
              ...(before.kind === 'file' ? { sizeBefore: before.size } : {}),
            }
          : texts.before === null
            ? newTextPreview(label, texts.after)
            : textChange(label, diffTexts(texts.before, texts.after)),
      ],
    })
  }
  return all
}

/** Null where one of them is no text, or too large to be compared. */
async function textsOf(
  path: string,
  before: 'file' | 'absent' | 'other',
  after: () => Promise<{ readonly text: string }>,
  limitBytes: number,
): Promise<{ readonly before: string | null; readonly after: string } | null> {
  try {
    const { text } = await after()
    return {
      before: before === 'file' ? (await readTextFile(path, limitBytes)).text : null,
      after: text,
    }
  } catch (error) {
    const isNoText = error instanceof AppError && ['unsupported', 'too_large'].includes(error.code)
    if (!isNoText) throw error
    return null
  }
}
