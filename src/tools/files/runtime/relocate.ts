import type { FileService } from '../../../main/files/service'
import { told } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { quoted } from '../../../shared/text/quoted'
import type { ContentLook } from '../../../shared/tool/picture'
import { type ChangePreview, type SpokenTarget, spoken } from '../../../shared/tool/preview'
import { carryOut } from './carry-out'
import { narrowItems } from './narrow-items'
import type { FileTool, FileToolState } from './types'
import { filesInside, folderWith, lastName, lookAt } from './wording'

type Planned = Awaited<ReturnType<FileService['planMoves']>>
type Looks = readonly (ContentLook | undefined)[]

/** Implements `move_files`. */
export function moveFilesTool(files: FileService): FileTool<'move_files'> {
  return {
    async plan(input, { signal, pendingPlans }) {
      const planned = await files.planMoves(input.items, signal, pendingPlans?.())
      const looks = await looksOf(files, planned, signal)
      return {
        plan: { ...planned.change, outcome: outcomeOf(planned) },
        preview: spoken({ ...previewOf(planned, looks), summary: say('files.move', whatOf(planned)) }),
      }
    },
    chooseBy: 'items',
    narrow: async (proposed, choice) =>
      narrowItems(proposed, choice, (results) =>
        say('files.move_part', { count: results.length, ...told(results) }),
      ),
    ...carryOut<FileToolState<'move_files'>>(
      files,
      ({ results }) =>
        `Moved ${results.map(({ from, to }) => `${quoted(from)} to ${quoted(to)}`).join(', ')}.`,
    ),
  }
}

/** Implements `copy_files`. */
export function copyFilesTool(files: FileService): FileTool<'copy_files'> {
  return {
    async plan(input, { signal, pendingPlans }) {
      const planned = await files.planCopies(input.items, signal, pendingPlans?.())
      const looks = await looksOf(files, planned, signal)
      const size = planned.items.reduce((sum, { entry }) => sum + entry.size, 0)
      return {
        plan: { ...planned.change, outcome: outcomeOf(planned) },
        preview: spoken({
          ...previewOf(planned, looks),
          summary: say('files.copy', { ...whatOf(planned), size }),
        }),
      }
    },
    chooseBy: 'items',
    narrow: async (proposed, choice) =>
      narrowItems(proposed, choice, (results) =>
        say('files.copy_part', { count: results.length, ...told(results) }),
      ),
    ...carryOut<FileToolState<'copy_files'>>(
      files,
      ({ results }) =>
        `Copied ${results.map(({ from, to }) => `${quoted(from)} to ${quoted(to)}`).join(', ')}.`,
    ),
  }
}

function outcomeOf({ items, folders }: Planned) {
  return {
    succeeded: items.length,
    failed: 0,
    results: items.map(({ from, to, name, entry }) => ({
      from,
      to,
      name,
      kind: entry.kind,
      size: entry.size,
      files: entry.files,
    })),
    folders_created: [...folders],
  }
}

function looksOf(files: FileService, { items }: Planned, signal: AbortSignal): Promise<Looks> {
  return files.lookAtPictures(
    items.map(({ from, entry }) => ({ path: from, entry })),
    signal,
  )
}

function previewOf({ items, folders }: Planned, looks: Looks) {
  const changes: ChangePreview[] = items.map(({ from, to, name }, place) => ({
    kind: 'fields',
    label: name,
    fields: [{ name: 'path', before: from, after: to }],
    ...lookAt(looks, place),
  }))
  return {
    targets: [
      ...items.map(
        ({ from, to, name, entry, actedOn }): SpokenTarget => ({
          label: name,
          reference: from,
          to,
          size: entry.size,
          ...(entry.kind === 'folder' ? folderWith(entry.files) : { kind: 'file' }),
          ...(actedOn === null ? {} : { actedOn }),
        }),
      ),
      ...folders.map(
        (folder): SpokenTarget => ({
          kind: 'folder',
          label: lastName(folder),
          reference: folder,
          detail: say('files.new_folder'),
        }),
      ),
    ],
    changes,
    lost: [],
    recovery: 'undo' as const,
    warnings: [],
  }
}

function whatOf({ items, folders }: Planned) {
  const [first] = items
  return {
    from: first?.from ?? '',
    to: first?.to ?? '',
    count: items.length,
    folders: folders.length,
    inside: filesInside(items),
    ...told(items),
  }
}
