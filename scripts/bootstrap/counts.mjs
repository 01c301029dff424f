import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What one stage of the checks came to; `skipped` tests count in neither sum. */
const failedOnce = { passed: 0, failed: 1, skipped: 0 }

/** A check without tests of its own counts as one. */
export function countOfCheck(code) {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : failedOnce
}

/**
 * Counts of a test runner's JSON report. A runner that failed without a failed test (a file that does not load,
 * an error outside of tests, no report at all), or that ran nothing, counts as one failure.
 */
export function countOfReport(kind, path, code, { mayBeEmpty = false } = {}) {
  if (!existsSync(path)) return code === 0 && mayBeEmpty ? { passed: 0, failed: 0, skipped: 0 } : failedOnce
  const counts = readers[kind](JSON.parse(readFileSync(path, 'utf8')))
  const empty = counts.passed + counts.failed === 0
  if (counts.failed === 0 && (code !== 0 || (empty && !mayBeEmpty))) return { ...counts, failed: 1 }
  return counts
}

/**
 * The failed tests of a runner's JSON report, each as `file › test: first lines of the error`, without colours, so that
 * the end of a long output says what failed. Empty where there is no report.
 */
export function failuresOfReport(kind, path) {
  if (!existsSync(path)) return []
  return [...failures[kind](JSON.parse(readFileSync(path, 'utf8')))].map(
    ({ file, test, message = '' }) =>
      `${[relative(process.cwd(), file), test].filter(Boolean).join(' › ')}: ${message.replaceAll('\n', '\n    ')}`,
  )
}

const linesOfAFailure = 6
const firstLines = (message) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, linesOfAFailure)
    .join('\n')

const failures = {
  *vitest(report) {
    for (const { name: file, message, status, assertionResults } of report.testResults) {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      for (const test of failed)
        yield { file, test: test.fullName, message: firstLines(test.failureMessages?.[0] ?? '') }
      // Without a word of its own where the process that ran it died.
      if (status === 'failed' && failed.length === 0)
        yield { file, message: firstLines(message || 'The process that ran it ended before its tests did.') }
    }
  },
  *playwright({ suites = [], errors = [], config }) {
    for (const { message } of errors) yield { file: 'the runner', message: firstLines(message ?? '') }
    for (const suite of suites) {
      for (const { title, file, ok, tests } of suite.specs ?? []) {
        if (ok) continue
        // A test whose time is up says so first, and then what it was waiting for.
        const errors = tests
          ?.flatMap(({ results }) => results)
          .find(({ errors }) => errors?.length > 0)?.errors
        const message = errors?.map(({ message }) => firstLines(message ?? '')).join('\n')
        yield { file: join(config?.rootDir ?? '', file), test: title, message }
      }
      yield* failures.playwright({ suites: suite.suites, config })
    }
  },
}

const readers = {
  vitest: (report) => {
    const unloadable = report.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloadable.length,
      skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    }
  },
  playwright: ({ stats, errors = [] }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }),
}
