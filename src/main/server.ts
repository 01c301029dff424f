import { runCommandLine } from './cli/run'
import { setEntryFolder } from './entry-folder'

setEntryFolder(import.meta.dirname)
// The browser host is the command `serve`; this entry is what `npm start` runs.
void runCommandLine(['serve', ...process.argv.slice(2)])
