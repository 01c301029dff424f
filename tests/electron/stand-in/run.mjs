// Runs the application's entry file as Electron does: `ready` is not sent before it has run to its end.
import { pathToFileURL } from 'node:url'
import { entryHasRun } from './entry.ts'

// The application finds its own file where it would find it under Electron.
process.argv.splice(1, 1)
await import(pathToFileURL(process.argv[1]).href)
entryHasRun()
