import { existsSync, readFileSync } from 'node:fs'

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
