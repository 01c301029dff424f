import { setEntryFolder } from './entry-folder'
import { keepCompiled } from './keep-compiled'
import { requireDescriptors } from './require-descriptors'
import { requireNode } from './require-node'

requireNode()
requireDescriptors()
setEntryFolder(import.meta.dirname)
keepCompiled(import.meta.dirname)
// Only what is loaded after this is kept compiled.
const { runCommandLine } = await import('./cli/run')
void runCommandLine(process.argv.slice(2))
