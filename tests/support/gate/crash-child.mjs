import { resolve } from 'node:path'
import { runnerImport } from 'vite'

// Runs TypeScript as the build would, in a process of its own that may be killed at any instant.
const root = resolve(import.meta.dirname, '../../..')
const { module } = await runnerImport(resolve(import.meta.dirname, 'crash.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
})
await module.crash(JSON.parse(process.argv[2] ?? ''))
