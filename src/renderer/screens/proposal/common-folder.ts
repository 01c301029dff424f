/** The folder that all of these paths lie in, with the sign at its end; empty where there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  let folder = folderOf(first)
  for (const path of others) {
    while (!path.startsWith(folder)) folder = folderOf(folder.slice(0, -1))
  }
  return folder
}

/** A path up to its last sign between folders, whichever system's. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
