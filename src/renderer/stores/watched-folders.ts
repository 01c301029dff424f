import { create } from 'zustand'
import type { WatchedFolder } from '../../shared/contract/library'
import { client } from '../app/client'

/** A folder that is about to be watched. */
export interface WatchWish {
  readonly path: string
  readonly collectionId: string | null
}

/** Watched folders, and the one that a person is asked about. */
export const useWatchedFolders = create<{
  readonly folders: readonly WatchedFolder[]
  readonly loaded: boolean
  readonly asked: WatchWish | null
}>(() => ({ folders: [], loaded: false, asked: null }))

/** Loads the watched folders. */
export async function loadWatchedFolders(): Promise<void> {
  takeWatchedFolders(await client.library.watchedFolders())
}

/** Takes the watched folders from the stream. */
export function takeWatchedFolders(folders: readonly WatchedFolder[]): void {
  useWatchedFolders.setState({ folders, loaded: true })
}

/** Asks which folder to watch, and for what; null ends asking. */
export function askToWatch(asked: WatchWish | null): void {
  useWatchedFolders.setState({ asked })
}

/** Watches a folder, and lets tools read it. */
export async function watchFolder(path: string, collectionId: string): Promise<WatchedFolder> {
  return client.library.watchFolder({ path, collectionId, grant: true })
}

/** Stops watching a folder. */
export async function unwatchFolder(id: string): Promise<void> {
  await client.library.unwatchFolder({ id })
}
