import { isTakenFromFolder } from '../app/dropped-files'
import { pageHost } from '../app/host'
import { isPictureFile } from '../app/shrink-picture'
import { addFiles, addPaths } from '../stores/add-to-library'
import { attachPictures } from '../stores/attached-pictures'
import { attachDocuments } from '../stores/conversations'
import { chooseFiles, chooseFolder } from '../stores/file-dialogs'
import { useSettings } from '../stores/settings'
import { useSystem } from '../stores/system'

/** Lets a person choose files and adds them to the library; by the system's dialog where there is one. */
export async function addChosenFiles(collectionId: string | null, folder = false) {
  if (useSystem.getState().info?.nativeDialogs) {
    const chosen = folder ? await chooseFolder() : null
    const paths = folder ? (chosen === null ? [] : [chosen]) : await chooseFiles()
    return addPaths(paths, collectionId)
  }
  const chosen = await filesFromBrowser(folder)
  if (!folder) return addFiles(chosen, collectionId)
  const { readPictures } = useSettings.getState().settings
  const taken = chosen.filter((file) => isTakenFromFolder(file.name, readPictures))
  const rest = chosen.filter((file) => !taken.includes(file))
  return addFiles(
    taken,
    collectionId,
    rest.map((file) => file.name),
  )
}

/** Lets a person choose files and attaches them: pictures as they are, the others as documents of the library. */
export async function attachChosenFiles(conversationId: string | null): Promise<void> {
  const chosen = await filesFromBrowser(false)
  const pictures = chosen.filter(isPictureFile)
  const rest = chosen.filter((file) => !pictures.includes(file))
  await attachPictures(conversationId, pictures)
  if (rest.length === 0) return
  // The shell knows where they are: they stay in step with the library from there.
  const paths = rest.map((file) => pageHost?.pathOf(file) ?? '').filter((path) => path !== '')
  attachDocuments(conversationId, await (paths.length > 0 ? addPaths(paths, null) : addFiles(rest, null)))
}

function filesFromBrowser(folder: boolean): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    if (folder) input.webkitdirectory = true
    input.addEventListener('change', () =>
      resolve([...(input.files ?? [])].filter((file) => !isHidden(file))),
    )
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}

/** A chosen folder brings everything in it along; what is hidden stays out. */
function isHidden(file: File): boolean {
  return file.webkitRelativePath
    .split('/')
    .slice(1)
    .some((part) => part.startsWith('.'))
}
