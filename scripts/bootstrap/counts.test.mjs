import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countOfReport, failuresOfReport } from './counts.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function report(value) {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(value))
  return path
}
const vitest = (numPassedTests, numFailedTests, testResults = []) =>
  report({ numPassedTests, numFailedTests, numPendingTests: 1, numTodoTests: 0, testResults })
const playwright = (expected, unexpected, errors = []) =>
  report({ stats: { expected, unexpected, flaky: 0, skipped: 0 }, errors })

describe('what a stage came to', () => {
  it('is taken from the reports', () => {
    expect(countOfReport('vitest', vitest(4, 0), 0)).toEqual({ passed: 4, failed: 0, skipped: 1 })
    expect(countOfReport('playwright', playwright(3, 2), 1)).toEqual({ passed: 3, failed: 2, skipped: 0 })
  })

  it('counts a file that does not load as a failure', () => {
    const broken = { status: 'failed', assertionResults: [] }
    expect(countOfReport('vitest', vitest(4, 0, [broken]), 1).failed).toBe(1)
    expect(countOfReport('playwright', playwright(0, 0, [{ message: 'no' }]), 1).failed).toBe(1)
  })

  it('is a failure when the runner failed with every test passed', () => {
    expect(countOfReport('vitest', vitest(4, 0), 1)).toMatchObject({ passed: 4, failed: 1 })
  })

  it('is a failure when there is no report or no test ran', () => {
    expect(countOfReport('vitest', join(folder, 'none'), 0).failed).toBe(1)
    expect(countOfReport('vitest', vitest(0, 0), 0).failed).toBe(1)
    expect(countOfReport('playwright', playwright(0, 0), 0).failed).toBe(1)
  })

  it('may be nothing where a stage may be empty', () => {
    const empty = { passed: 0, failed: 0, skipped: 0 }
    expect(countOfReport('vitest', join(folder, 'none'), 0, { mayBeEmpty: true })).toEqual(empty)
    expect(countOfReport('playwright', playwright(0, 0), 0, { mayBeEmpty: true })).toEqual(empty)
  })
})

describe('what failed', () => {
  it('is told by file, test and the first lines of the error, without colours', () => {
    const failed = {
      name: join(process.cwd(), 'src/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'fine' },
        {
          status: 'failed',
          fullName: 'group test',
          failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2'],
        },
      ],
    }
    const unloadable = {
      name: join(process.cwd(), 'b.test.ts'),
      status: 'failed',
      message: 'no',
      assertionResults: [],
    }
    const died = { ...unloadable, name: join(process.cwd(), 'c.test.ts'), message: '' }
    expect(failuresOfReport('vitest', vitest(1, 1, [failed, unloadable, died]))).toEqual([
      'src/a.test.ts › group test: expected 1\n    to be 2',
      'b.test.ts: no',
      'c.test.ts: The process that ran it ended before its tests did.',
    ])
  })

  it('is found however deep the suites are', () => {
    const spec = (title, ok) => ({
      title,
      ok,
      file: 'c.spec.ts',
      tests: [
        {
          results: [
            { errors: [] },
            { errors: [{ message: 'late' }, { message: 'waiting for\n  the door' }] },
          ],
        },
      ],
    })
    const path = report({
      config: { rootDir: join(process.cwd(), 'tests/e2e') },
      suites: [{ specs: [spec('well', true)], suites: [{ specs: [spec('badly', false)] }] }],
      errors: [],
    })
    expect(failuresOfReport('playwright', path)).toEqual([
      'tests/e2e/c.spec.ts › badly: late\n    waiting for\n      the door',
    ])
  })

  it('is nothing without a report', () => {
    expect(failuresOfReport('vitest', join(folder, 'none'))).toEqual([])
  })
})
