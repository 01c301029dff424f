import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const slow = '**/*.slow.test.{ts,tsx}'
const inSource = 'src/**/*.test.{ts,tsx}'
// Tests of one process share the program that it loaded once, which took most of their time. What replaces modules of it
// has a process of its own; that the others leave globals and the environment as they were is looked at after each file.
const alone = globSync(inSource, { cwd: import.meta.dirname })
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('))
  .map((file) => file.replaceAll('\\', '/'))
// Many tests start processes and wait for the disk: on a busy machine that takes its time, and is no fault.
const unitTimeouts = { testTimeout: 30_000, hookTimeout: 30_000 }
// Slow tests run only when asked for by name, also in a plain `vitest run`.
const slowAsked = process.argv.some((argument) => argument === 'slow' || argument === '--project=slow')

export default defineConfig({
  // The renderer's tests render components without the bundler's React plugin.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // What a test waits for comes late on a busy machine; the usual second is no fault of the product.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            ...alone,
            'tests/contract/**/*.test.ts',
            'tests/command-line/**/*.test.ts',
            'tests/faults/**/*.test.ts',
            'tests/support/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: [slow, '**/node_modules/**'],
          ...unitTimeouts,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-together',
          include: [inSource],
          exclude: [slow, ...alone, '**/node_modules/**'],
          isolate: false,
          setupFiles: ['tests/support/setup/leaves-nothing.ts'],
          ...unitTimeouts,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'electron',
          include: ['tests/electron/**/*.test.ts'],
          exclude: [slow, '**/node_modules/**'],
          // Each test starts the built main process and a Chromium: one at a time, and with time to start.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      ...(slowAsked
        ? [
            {
              extends: true as const,
              test: {
                name: 'slow',
                include: [`src/${slow}`, `tests/${slow}`, 'scripts/**/*.slow.test.mjs'],
                exclude: ['tests/e2e/**', '**/node_modules/**'],
                fileParallelism: false,
                testTimeout: 10 * 60_000,
                hookTimeout: 5 * 60_000,
                sequence: { groupOrder: 2 },
              },
            },
          ]
        : []),
    ],
  },
})
