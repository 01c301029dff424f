import { FolderSync, FolderX } from 'lucide-react'
import type { WatchedFolder } from '../../../shared/contract/library'
import { useLibrary } from '../../stores/library'
import { attempt, notify } from '../../stores/toasts'
import { askToWatch, unwatchFolder, useWatchedFolders } from '../../stores/watched-folders'
import { messageInLanguage } from '../../text/sentences'
import { watchedText } from '../../text/watched'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { RelativeTime } from '../../ui/relative-time'
import { GoneFiles, WatchState } from '../watch-state'
import { SettingsSection } from './settings-section'

/** Folders that a person has watched, with how each is. */
export function WatchedFoldersSection() {
  const { folders, loaded } = useWatchedFolders()
  const t = watchedText()
  return (
    <SettingsSection id="watched-folders" intro={t.intro}>
      {loaded && folders.length === 0 && <p className="settings-quiet">{t.none}</p>}
      {folders.length > 0 && (
        <ul className="settings-list" aria-label={t.title}>
          {folders.map((folder) => (
            <FolderLine key={folder.id} folder={folder} />
          ))}
        </ul>
      )}
      <div>
        <Button icon={FolderSync} onClick={() => askToWatch({ path: '', collectionId: null })}>
          {t.add}
        </Button>
      </div>
    </SettingsSection>
  )
}

function FolderLine({ folder }: { readonly folder: WatchedFolder }) {
  const collection = useLibrary((state) => state.collections.find(({ id }) => id === folder.collectionId))
  const t = watchedText()
  const stop = async () => {
    if (await attempt(unwatchFolder(folder.id).then(() => true))) {
      notify({ tone: 'success', title: t.stopped(folder.path) })
    }
  }
  return (
    <li className="settings-line">
      <FolderSync size={16} aria-hidden />
      <span>
        <strong>
          <HiddenText text={folder.path} />
        </strong>
        <span>
          {[collection?.name, t.documents(folder.documents)].filter(Boolean).join(' · ')}
          <GoneFiles folder={folder} />
        </span>
        <span>
          {folder.lastSeen === null ? (
            t.never
          ) : (
            <>
              {t.lastSeen} <RelativeTime at={folder.lastSeen} />
            </>
          )}
        </span>
        {folder.problem !== null && <span>{messageInLanguage(folder.problem, folder.said)}</span>}
        {folder.told === false && <span>{t.polled}</span>}
        {folder.unread.length > 0 && <span>{t.unread(folder.unread.length)}</span>}
        {folder.unread.map(({ path, reason, said }) => (
          <span key={path}>
            <HiddenText text={`${path}: ${messageInLanguage(reason, said)}`} />
          </span>
        ))}
      </span>
      <WatchState folder={folder} />
      <Button size="sm" icon={FolderX} aria-label={t.stopOf(folder.path)} onClick={() => void stop()}>
        {t.stop}
      </Button>
    </li>
  )
}
