import { FolderSync, Settings } from 'lucide-react'
import { useLibrary } from '../../stores/library'
import { goTo } from '../../stores/page'
import { useWatchedFolders } from '../../stores/watched-folders'
import { messageInLanguage } from '../../text/sentences'
import { watchedText } from '../../text/watched'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { sectionRoute } from '../settings/sections'
import { GoneFiles, WatchState } from '../watch-state'
import '../watch.css'

/** The folders that keep the shown collection up to date; of all documents, those that need attention. */
export function WatchedLines({ collectionId }: { readonly collectionId: string | null }) {
  const folders = useWatchedFolders((state) => state.folders)
  const collections = useLibrary((state) => state.collections)
  const t = watchedText()
  // All documents of a single collection are that collection.
  const shownId = collectionId ?? (collections.length === 1 ? collections[0]?.id : undefined)
  const shown = folders.filter((folder) =>
    shownId === undefined ? folder.state === 'unavailable' : folder.collectionId === shownId,
  )
  if (shown.length === 0) return null
  return (
    <ul className="watch-lines" aria-label={t.title}>
      {shown.map((folder) => (
        <li key={folder.id} className="watch-line">
          <span className="watch-folder-path">
            <FolderSync size={14} aria-hidden />
            <span>
              <HiddenText text={folder.path} />
            </span>
          </span>
          <WatchState folder={folder} />
          <IconButton
            icon={Settings}
            label={t.inSettings(folder.path)}
            size="sm"
            onClick={() => goTo(sectionRoute('watched-folders'))}
          />
          <GoneFiles folder={folder} />
          {folder.problem !== null && (
            <span className="watch-problem">{messageInLanguage(folder.problem, folder.said)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
