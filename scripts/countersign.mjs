#!/usr/bin/env node
import { join } from 'node:path'
import { exitStatus, runThrough } from './bootstrap/child.mjs'
import { callerFolder, projectEnvironment, root } from './bootstrap/paths.mjs'
import { prepare } from './bootstrap/prepare.mjs'
import { StepError, say } from './bootstrap/say.mjs'

// The command line in a checkout: finds a fitting Node, installs and builds what is stale, and steps aside.
try {
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
