import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { quoted } from '../../shared/text/quoted'
import {
  type FileChange,
  type FileContent,
  type FileState,
  fileChangeSchema,
  type Transition,
} from '../../shared/tool/file-change'
import { systemCode } from './disk-errors'
import { kindOf } from './entry-identity'
import { createHeldBytes, readState } from './file-state'
import { contentBytes } from './planned-content'
import { isInside } from './protected-places'
import { type TextFile, textFileOf } from './text-file'
import { decodeText } from './text-format'

/** Places that a note names one by one. */
const namedPlaces = 5

/** What will be at a path once changes that wait for a decision are applied, in their order. */
export type PendingPlace =
  | { readonly kind: 'absent' }
  /** A folder that one of them makes. */
  | { readonly kind: 'folder' }
  /** A file that one of them writes. */
  | {
      readonly kind: 'file'
      readonly state: Extract<FileState, { kind: 'file' }>
      readonly bytes: () => Promise<Buffer>
    }
  | DiskPlace

/** What is at a path of the disk now, the same one where none of them brings it here. */
export interface DiskPlace {
  readonly kind: 'disk'
  readonly path: string
  /**
   * How it gets here: `along` with a folder that is moved, `moved` itself, or as another thing, `copied` or taken back
   * from the `trash`; null where it stays.
   */
  readonly arrives: 'along' | 'moved' | 'copied' | 'trash' | null
}

/** Changes of files that wait for a decision, oldest first: what a plan may build on. */
export interface PendingFiles {
  readonly at: (path: string) => PendingPlace
  /** Where what they change in a folder will be, or would have been, the folder itself aside. */
  readonly inside: (folder: string) => readonly string[]
}

/** The plans among these that change files; other tools plan other things. */
function fileChangesIn(plans: readonly unknown[]): FileChange[] {
  return plans.flatMap((plan) => {
    const parsed = fileChangeSchema.safeParse(plan)
    return parsed.success ? [parsed.data] : []
  })
}

/** Reads the changes of files out of plans; `heldAt` tells where the trash has what one of them brings back. */
export function pendingFiles(
  plans: readonly unknown[] | undefined,
  heldAt: (trashId: string) => string,
): PendingFiles {
  const steps = fileChangesIn(plans ?? []).flatMap(({ transitions, contents }) =>
    transitions.map((step) => ({ step, contents })),
  )

  /** From the last step back to the first: what is at a path came from where it was before. */
  function placeBefore(end: number, asked: string): PendingPlace {
    let path = asked
    let arrives: DiskPlace['arrives'] = null
    for (let index = end - 1; index >= 0; index--) {
      const { step, contents } = steps[index] ?? {}
      if (step === undefined || contents === undefined) continue
      switch (step.op) {
        case 'write':
          if (step.path !== path) break
          return step.after.kind === 'file' ? written(step.after, contents, index, path) : { kind: 'absent' }
        case 'make_folder':
          if (step.path === path) return { kind: 'folder' }
          break
        case 'move':
          if (isInside(step.to, path)) {
            if (arrives === null || arrives === 'along') arrives = step.to === path ? 'moved' : 'along'
            path = join(step.path, relative(step.to, path))
          } else if (isInside(step.path, path)) return { kind: 'absent' }
          break
        case 'copy':
          if (!isInside(step.path, path)) break
          path = join(step.from, relative(step.path, path))
          arrives = 'copied'
          break
        case 'trash':
        case 'remove_folder':
          if (isInside(step.path, path)) return { kind: 'absent' }
          break
        case 'restore':
          if (!isInside(step.path, path)) break
          return {
            kind: 'disk',
            path: join(heldAt(step.trashId), relative(step.path, path)),
            arrives: 'trash',
          }
        default:
          return assertNever(step)
      }
    }
    return { kind: 'disk', path, arrives }
  }

  function written(
    after: Extract<FileState, { kind: 'file' }>,
    contents: readonly FileContent[],
    index: number,
    path: string,
  ): PendingPlace {
    return {
      kind: 'file',
      // Which file it will be is not known before it is written.
      state: { ...after, node: null },
      async bytes() {
        const content = contents.find(({ sha256 }) => sha256 === after.sha256)
        if (content === undefined) throw new AppError('corrupt', say('file.planned_gone'))
        if (content.encoding !== 'patch') return contentBytes(content)
        return contentBytes(content, await baseOf(placeBefore(index, path), content.base, path))
      },
    }
  }

  let places: readonly string[] | null = null
  const touched = () => {
    places ??= [...placesAfter(steps.map(({ step }) => step))]
    return places
  }

  return {
    at: (path) => placeBefore(steps.length, path),
    inside: (folder) => touched().filter((place) => place !== folder && isInside(folder, place)),
  }
}

/** What steps touch, at the places where it was and where later steps bring it. */
function placesAfter(steps: readonly Transition[]): Set<string> {
  const places = new Set<string>()
  for (const step of steps) {
    const from = step.op === 'move' ? step.path : step.op === 'copy' ? step.from : null
    const to = step.op === 'move' ? step.to : step.path
    for (const place of from === null ? [] : [...places]) {
      if (from !== null && isInside(from, place)) places.add(join(to, relative(from, place)))
    }
    for (const place of placesOf(step)) places.add(place)
  }
  return places
}

/** What a difference changes: what a proposal before it writes, or what is there. */
async function baseOf(place: PendingPlace, sha256: string, path: string): Promise<Uint8Array> {
  const held = createHeldBytes()
  if (place.kind === 'file' && place.state.sha256 === sha256) return place.bytes()
  if (place.kind === 'disk') await readState(place.path, held)
  const base = held.get(sha256)
  if (base !== undefined) return base
  throw new AppError('conflict', say('file.changed_under_proposal', { path }))
}

/** What kind of thing will be at a path; null for nothing. A link is seen itself. */
export async function kindAt(
  path: string,
  pending: PendingFiles,
): Promise<'file' | 'folder' | 'link' | 'other' | null> {
  const place = pending.at(path)
  switch (place.kind) {
    case 'absent':
      return null
    case 'folder':
    case 'file':
      return place.kind
    case 'disk':
      try {
        if (place.path !== path) await requireNoLink(path, dirname(place.path))
        return kindOf(await lstat(place.path, { bigint: true }))
      } catch (error) {
        const code = systemCode(error)
        if (code === 'ENOENT' || code === 'ENOTDIR') return null
        throw error
      }
    default:
      return assertNever(place)
  }
}

/** What comes here from elsewhere brings its links along; where they lead from here is not known yet. */
async function requireNoLink(path: string, folder: string): Promise<void> {
  if ((await realpath(folder)) === folder) return
  throw new AppError('denied', say('file.link_not_yet', { path }))
}

/** A text file as a change that waits writes it. */
export async function writtenText(
  path: string,
  place: Extract<PendingPlace, { kind: 'file' }>,
  now: number,
): Promise<TextFile> {
  const bytes = await place.bytes()
  return textFileOf(decodeText(bytes, path), {
    bytes,
    path,
    name: basename(path),
    state: place.state,
    modifiedAt: now,
    links: 1,
  })
}

/** A text file of the disk as it will be at another path. */
export function elsewhere(file: TextFile, path: string): TextFile {
  const { bytes, state, modifiedAt, links } = file
  return textFileOf(file, {
    bytes,
    modifiedAt,
    links,
    path,
    name: basename(path),
    state: { ...state, node: null },
  })
}

/** Nothing will be there: what was, another proposal takes away. */
export function takenAway(path: string): AppError {
  return new AppError('not_found', say('file.will_be_gone', { path }))
}

/** What depends on a decision in a way that can't be planned for. */
export function undecided(path: string): AppError {
  return new AppError('busy', say('file.proposal_waits', { path }))
}

/**
 * What changes that wait for a decision would do at a path, or in the folder that it is: one sentence for the model,
 * which reads what is there now; null where they do nothing there.
 */
export function pendingNote(path: string, plans: readonly unknown[]): string | null {
  const touched = new Set(
    fileChangesIn(plans)
      .flatMap(({ transitions }) => transitions.flatMap(placesOf))
      .filter((place) => isInside(path, place) || isInside(place, path)),
  )
  if (touched.size === 0) return null
  const named = [...touched].slice(0, namedPlaces).map(quoted).join(', ')
  const more = touched.size > namedPlaces ? ` and ${touched.size - namedPlaces} more` : ''
  return `This is how it is now. What you proposed and nobody has decided yet would change ${named}${more}.`
}

function placesOf(step: Transition): string[] {
  return step.op === 'move' ? [step.path, step.to] : [step.path]
}
