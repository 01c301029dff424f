import { ContactRound, FolderPlus, FolderSearch, LibraryBig, Paperclip } from 'lucide-react'
import { droppedPathsLimit } from '../../shared/contract/library'
import type { Access } from '../../shared/tool/access'
import { addFiles, addPaths } from '../stores/add-to-library'
import { attachPictures } from '../stores/attached-pictures'
import { askToImport } from '../stores/contact-import'
import { attachDocuments } from '../stores/conversations'
import { grantFolder } from '../stores/files'
import { useLibrary } from '../stores/library'
import { usePage } from '../stores/page'
import { useSettings } from '../stores/settings'
import { attempt, notify } from '../stores/toasts'
import { askToWatch } from '../stores/watched-folders'
import { attachmentsText } from '../text/attachments'
import { contactsText } from '../text/contacts'
import { text } from '../text/text'
import { watchedText } from '../text/watched'
import { DropOverlay } from '../ui/drop-overlay'
import { type DroppedEntry, entriesOfDrop, filesOfEntries } from './dropped-files'
import { pageHost } from './host'
import { isPictureFile } from './shrink-picture'

/** Takes files that are dropped anywhere on the window. */
export function DropZone() {
  const route = usePage((page) => page.route)
  const collection = useLibrary((state) =>
    state.collections.find((candidate) => candidate.id === state.collectionId),
  )
  const t = text().drop
  const inCollection = route.screen === 'library' ? collection : undefined
  const add = {
    id: 'add',
    icon: LibraryBig,
    title: inCollection ? t.addTo(inCollection.name) : t.add,
    text: t.addText,
  }
  const attach = { id: 'attach', icon: Paperclip, title: t.attach, text: t.attachText }
  const grant = { id: 'read_write', icon: FolderPlus, title: t.grant, text: t.grantText }
  const grantRead = { id: 'read', icon: FolderSearch, title: t.grantRead, text: t.grantReadText }
  const contacts = {
    id: 'contacts',
    icon: ContactRound,
    title: contactsText().importDrop,
    text: contactsText().importDropText,
  }
  // A browser does not say where a folder lies.
  const elsewhere =
    route.screen === 'settings' && pageHost
      ? [grant, grantRead]
      : route.screen === 'contacts'
        ? [contacts, add]
        : [add]
  return (
    <DropOverlay
      targets={route.screen === 'chat' ? [attach, add] : elsewhere}
      onDrop={(target, data) => {
        const { entries, files } = entriesOfDrop(data)
        if (target === grant.id || target === grantRead.id) {
          void attempt(grantDropped(target === grant.id ? 'read_write' : 'read', files))
          return
        }
        if (target === contacts.id) {
          askToImport(files)
          return
        }
        const conversation = route.screen === 'chat' ? route.id : null
        void attempt(take(target, entries, files, inCollection?.id ?? null, conversation))
      }}
    />
  )
}

async function take(
  target: string,
  entries: readonly DroppedEntry[],
  files: readonly File[],
  collectionId: string | null,
  conversationId: string | null,
): Promise<void> {
  const pictures = target === 'attach' ? files.filter(isPictureFile) : []
  const names = new Set(pictures.map(({ name }) => name))
  if (pictures.length > 0) {
    const attached = await attachPictures(conversationId, pictures)
    if (attached > 0) notify({ tone: 'success', title: attachmentsText().attached(attached) })
    if (pictures.length === files.length) return
  }
  const documents = await addDropped(
    entries.filter((entry) => !(entry.isFile && names.has(entry.name))),
    files.filter((file) => !pictures.includes(file)),
    collectionId,
  )
  // No note says so: it would before they are read, and how that goes is told beside the message.
  if (target === 'attach') attachDocuments(conversationId, documents)
}

/** Lets tools into the folders that were dropped; what is no folder is refused with the reason. */
async function grantDropped(access: Access, files: readonly File[]): Promise<void> {
  for (const path of pathsOf(files)) {
    const granted = await grantFolder(path, access)
    notify({ tone: 'success', title: text().settings.granted(granted.path) })
  }
}

/** Where dropped files and folders lie; only the shell knows. */
function pathsOf(files: readonly File[]): string[] {
  return files.map((file) => pageHost?.pathOf(file) ?? '').filter((path) => path !== '')
}

async function addDropped(
  entries: readonly DroppedEntry[],
  files: readonly File[],
  collectionId: string | null,
) {
  // The shell knows the paths, of folders too: main walks them itself.
  const paths = pathsOf(files)
  if (paths.length > 0) {
    offerToWatch(entries, paths, collectionId)
    return addPaths(paths, collectionId)
  }
  const { files: found, unreadable } = await filesOfEntries(
    entries,
    droppedPathsLimit + 1,
    useSettings.getState().settings.readPictures,
  )
  if (found.length + unreadable.length === 0) notify({ tone: 'info', title: text().uploads.nothing })
  if (found.length > droppedPathsLimit) {
    notify({ tone: 'info', title: text().uploads.tooMany(droppedPathsLimit) })
  }
  return addFiles(found, collectionId, unreadable)
}

/** A folder that was dropped can stay in step; the note says so once it is known where it lies. */
function offerToWatch(
  entries: readonly DroppedEntry[],
  paths: readonly string[],
  collectionId: string | null,
): void {
  const folder = entries.find((entry) => entry.isDirectory)
  const path = folder && paths.find((each) => each.split(/[/\\]/).at(-1) === folder.name)
  if (folder === undefined || path === undefined) return
  const t = watchedText()
  notify({
    tone: 'info',
    title: t.droppedFolder(folder.name),
    action: { label: t.keepWatching, onSelect: () => askToWatch({ path, collectionId }) },
  })
}
