import { setEntryFolder } from './start/entry-folder'
import { keepCompiled } from './start/keep-compiled'
import { requireDescriptors } from './start/require-descriptors'
import { requireNode } from './start/require-node'

requireNode()
requireDescriptors()
setEntryFolder(import.meta.dirname)
keepCompiled(import.meta.dirname)
// Only what is loaded after this is kept compiled.
const { runCommandLine } = await import('./cli/run')
void runCommandLine(process.argv.slice(2))
