import { StepError, say } from './bootstrap/say.mjs'

// No dependencies, and nothing newer than Node 18: this file runs before anything is installed.
const commands = {
  start: async (args) => (await import('./bootstrap/start.mjs')).start(args),
  test: async (args) => (await import('./bootstrap/test.mjs')).test(args),
  'test-slow': async (args) => (await import('./bootstrap/test.mjs')).testSlow(args),
  bench: async (args) => (await import('./bootstrap/bench.mjs')).bench(args),
}

const WRONG_USE = 2
const [name, ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined

if (command === undefined) {
  say(`Use: node scripts/bootstrap.mjs ${Object.keys(commands).join('|')} [arguments]`)
  process.exitCode = WRONG_USE
} else {
  try {
    process.exitCode = await command(args)
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
