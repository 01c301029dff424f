import { runCommandLine } from './cli/run'
import { setEntryFolder } from './entry-folder'

setEntryFolder(import.meta.dirname)
void runCommandLine(process.argv.slice(2))
