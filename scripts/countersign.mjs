#!/usr/bin/env node
import { join } from 'node:path'
import { requireDescriptors } from './bootstrap/descriptors.mjs'
import { StepError, say } from './bootstrap/say.mjs'

// The command line in a checkout: finds a fitting Node, installs and builds what is stale, and steps aside.
try {
  requireDescriptors()
  // Only now: each of them is a file that has to be opened.
  const { exitStatus, runThrough } = await import('./bootstrap/child.mjs')
  const { callerFolder, projectEnvironment, root } = await import('./bootstrap/paths.mjs')
  const { prepare } = await import('./bootstrap/prepare.mjs')
  const node = await prepare()
  const program = join(root, 'out', 'main', 'cli.js')
  const { code, signal } = await runThrough(node, [program, ...process.argv.slice(2)], {
    cwd: callerFolder('countersign'),
    env: projectEnvironment(),
  })
  process.exitCode = exitStatus(code, signal)
} catch (error) {
  if (!(error instanceof StepError)) throw error
  say(error.message)
  process.exitCode = 1
}
