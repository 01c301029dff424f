import type { WatchedFolderRounds } from '../../src/main/library/watch/service'

function none(): never {
  throw new Error('There are no watched folders in this test.')
}

/** For tests of tools that have nothing to do with watched folders. */
export const noWatchedFolders: WatchedFolderRounds = {
  round: async () => none(),
  requireBase: () => none(),
  take: async () => none(),
  undo: async () => none(),
  redo: async () => none(),
}
