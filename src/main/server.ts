import { setEntryFolder } from './start/entry-folder'
import { keepCompiled } from './start/keep-compiled'
import { startLean } from './start/lean-start'
import { requireDescriptors } from './start/require-descriptors'
import { requireNode } from './start/require-node'

requireNode()
requireDescriptors()
setEntryFolder(import.meta.dirname)
startLean()
keepCompiled(import.meta.dirname)
// Only what is loaded after this is kept compiled.
const { runCommandLine } = await import('./cli/run')
// The browser host is the command `serve`; this entry is what `npm start` runs.
void runCommandLine(['serve', ...process.argv.slice(2)])
