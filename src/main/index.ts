import { runShell } from './electron/shell'
import { setEntryFolder } from './start/entry-folder'

setEntryFolder(import.meta.dirname)
void runShell(import.meta.dirname)
