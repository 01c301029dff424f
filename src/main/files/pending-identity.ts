import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { EntryIdentity, FileState } from '../../shared/tool/file-change'
import { identifyEntry, type OnEntry } from './entry-identity'
import { expectTree } from './expected-tree'
import { readState } from './file-state'
import { kindAt, type PendingFiles, takenAway, undecided } from './pending-files'

/**
 * What something will be known by that is moved, copied or taken away once what waits for a decision is applied.
 * `onEntry` is told of everything in it, by the path where it will be. Throws `not_found` where nothing will be there.
 */
export async function identifyPending(
  path: string,
  pending: PendingFiles,
  { signal, onEntry }: { readonly signal: AbortSignal; readonly onEntry: OnEntry },
): Promise<EntryIdentity> {
  const place = pending.at(path)
  switch (place.kind) {
    case 'absent':
      throw takenAway(path)
    case 'folder':
      return expectTree(path, pending, { signal, onEntry })
    case 'file':
      onEntry(path, 'file')
      return expected(place.state)
    case 'disk': {
      const kind = await kindAt(path, pending)
      if (kind === null) {
        throw new AppError('not_found', say('file.not_there', { path }))
      }
      if (place.path === path && pending.inside(path).length === 0)
        return identifyEntry(path, { signal, onEntry })
      if (kind !== 'file') return expectTree(path, pending, { signal, onEntry })
      onEntry(path, kind)
      const state = await readState(place.path)
      if (state.kind !== 'file') throw undecided(path)
      return expected(state)
    }
    default:
      return assertNever(place)
  }
}

function expected({ sha256, mode, size }: Extract<FileState, { kind: 'file' }>): EntryIdentity {
  return { kind: 'file', node: '', size, files: 1, fingerprint: '', expects: { sha256, mode } }
}
