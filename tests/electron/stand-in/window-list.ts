/** What quitting needs of a window. */
export type OpenWindow = {
  /** Closes the window and gives whether the application let it. */
  closeForQuit(): Promise<boolean>
}

const windows = new Set<OpenWindow>()

/** Windows that have not been closed, oldest first. */
export function allWindows(): OpenWindow[] {
  return [...windows]
}

/** Adds a window when it is made. */
export function addWindow(window: OpenWindow): void {
  windows.add(window)
}

/** Removes a window and gives whether it was the last. */
export function removeWindow(window: OpenWindow): boolean {
  return windows.delete(window) && windows.size === 0
}
