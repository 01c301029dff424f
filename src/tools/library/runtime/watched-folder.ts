import type { FolderRound, WatchedFolderRounds } from '../../../main/library/watch/service'
import type { UndoComparison } from '../../../shared/contract/undo-choices'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { roundInWords } from '../../../shared/sentences/library'
import { say } from '../../../shared/sentences/say'
import { quoted } from '../../../shared/text/quoted'
import { type Preview, spoken } from '../../../shared/tool/preview'
import { recordObstacle } from '../../../shared/tool/record-fields'
import type { FolderRoundInverse } from '../module'
import type { LibraryTool, LibraryToolServices } from '../runtime'
import { requireKept } from './presence'
import { fromVersion, titleOf, toVersion } from './versions'

type Changes = FolderRound['changes']
type Inverse = Parameters<WatchedFolderRounds['undo']>[1]

/** Files that an entry names; the summary counts all of them. */
const namedFiles = 100

/** Takes in what changed in a watched folder. */
export function updateWatchedFolder({
  library,
  watchedFolders,
}: LibraryToolServices): LibraryTool<'update_watched_folder'> {
  return {
    async plan({ folder_id }, { signal }) {
      const round = await watchedFolders.round(folder_id, signal)
      const { folder, changes } = round
      if (changes.length === 0) {
        return {
          unchanged: {
            content: `Nothing is new in the watched folder ${quoted(folder.path)}.`,
            state: { folder_id, folder: folder.path, added: 0, changed: 0 },
            origin: 'own',
          },
        }
      }
      return { plan: { folder_id, changes: changes.map(toPlanned) }, preview: previewOf(round), sources: [] }
    },
    async requireBase({ folder_id, changes }) {
      watchedFolders.requireBase(folder_id, changes.map(fromPlanned))
    },
    async apply({ folder_id, changes: planned }, { journal, signal }) {
      const changes = planned.map(fromPlanned)
      const folder = await watchedFolders.take(
        folder_id,
        changes,
        (inverse) => journal(toInverse(folder_id, inverse)),
        signal,
      )
      const { added, changed } = counts(changes)
      return {
        content: `${roundInWords({ added, changed })} from the watched folder. They are read in the background.`,
        state: { folder_id, folder: folder.path, added, changed },
        origin: 'own',
      }
    },
    async revert(inverse, { journal, rollback }) {
      if (inverse.present && !rollback) {
        const titles = new Map(inverse.added.map(({ document_id, title }) => [document_id, title]))
        requireKept(library, [...titles.keys()], (id) => titles.get(id))
      }
      const [obstacle] = rollback ? [] : obstaclesOf(inverse)
      if (obstacle !== undefined) throw conflict(obstacle)
      journal({ ...inverse, present: !inverse.present, settled: inverse.settled })
      const known = fromInverse(inverse)
      if (inverse.present) await watchedFolders.redo(known)
      else await watchedFolders.undo(inverse.folder_id, known, rollback === true)
      const documents = counted(inverse.added.length + inverse.versions.length, 'document')
      return {
        content: inverse.present
          ? `What came from the watched folder is in the library again: ${documents}.`
          : `What came from the watched folder was taken back: ${documents}.`,
      }
    },
    broughtBack({ present, added, versions }) {
      // While the new documents can go, there is something to undo also where the former contents are gone.
      if (!present && added.length > 0) return []
      return [...added.map(({ document_id }) => document_id), ...versions.map(({ version_id }) => version_id)]
    },
    async compare(inverse) {
      return obstaclesOf(inverse)
    },
    async rebase(inverse, chosen) {
      const obstacles = obstaclesOf(inverse)
      const kept = new Set<string>()
      for (const obstacle of obstacles) {
        const choice = chosen(obstacle.reference)
        if (choice === null || !obstacle.choices.includes(choice)) throw conflict(obstacle)
        if (choice === 'keep') kept.add(obstacle.reference)
      }
      const added = inverse.added.filter(({ document_id }) => !kept.has(document_id))
      const versions = inverse.versions.filter(({ document_id }) => !kept.has(document_id))
      return added.length + versions.length === 0 ? null : { ...inverse, added, versions, settled: true }
    },
  }

  function obstaclesOf({ added, versions, present, settled }: FolderRoundInverse): UndoComparison[] {
    if (settled === true) return []
    const renewed = present
      ? []
      : added.filter(({ document_id: id, sha256 }) => {
          return library.isThere(id) && library.document(id).sha256 !== sha256
        })
    const blocked = versions.filter(
      (version) => library.batches.versionObstacle(fromVersion(version), present) !== null,
    )
    return [
      ...renewed.map(({ document_id, title }) =>
        recordObstacle(
          { label: title, reference: document_id, obstacle: 'changed' },
          { choices: ['keep', 'replace'] },
        ),
      ),
      ...blocked.map(({ document_id }) =>
        recordObstacle({ label: titleOf(library, document_id), reference: document_id, obstacle: 'changed' }),
      ),
    ]
  }
}

function conflict({ label }: UndoComparison): AppError {
  return new AppError('conflict', say('document.changed_stays', { title: label }))
}

function counts(changes: Changes): { added: number; changed: number } {
  const added = changes.filter(({ kind }) => kind === 'added').length
  return { added, changed: changes.length - added }
}

function previewOf({ folder, collection, changes }: FolderRound): Preview {
  const files = changes.flatMap((change) => change.files)
  const label = folder.path
  return spoken({
    summary: say('library.take_in', { ...counts(changes), folder: folder.path, collection }),
    targets: [
      {
        kind: 'folder',
        label,
        reference: folder.path,
        detail: say('library.files', { count: files.length }),
      },
    ],
    changes: files
      .slice(0, namedFiles)
      .map(({ path, size }) => ({ kind: 'binary', label: path, sizeAfter: size })),
    lost: [],
    recovery: 'undo',
    warnings:
      files.length > namedFiles
        ? [say('library.first_files', { shown: namedFiles, count: files.length })]
        : [],
    container: { kind: 'collection', label: collection, reference: folder.collectionId },
  })
}

function toPlanned({ kind, documentId, files }: Changes[number]) {
  return {
    kind,
    document_id: documentId,
    files: files.map(({ otherDisk, path, size, sha256, stamp, node, base, archive }) => ({
      ...{ path, size, sha256, stamp, node, base },
      ...(archive === undefined ? {} : { archive }),
      other_disk: otherDisk,
    })),
  }
}

function fromPlanned({ kind, document_id, files }: ReturnType<typeof toPlanned>): Changes[number] {
  return {
    kind,
    documentId: document_id,
    files: files.map(({ other_disk, ...file }) => ({ ...file, otherDisk: other_disk })),
  }
}

function toInverse(folder_id: string, { added, versions }: Inverse): FolderRoundInverse {
  return {
    folder_id,
    present: false,
    added: added.map(({ documentId, ...rest }) => ({ document_id: documentId, ...rest })),
    versions: versions.map(toVersion),
  }
}

function fromInverse({ added, versions }: FolderRoundInverse): Inverse {
  return {
    added: added.map(({ document_id, ...rest }) => ({ documentId: document_id, ...rest })),
    versions: versions.map(fromVersion),
  }
}
