import { defineConfig } from '@playwright/test'

const asRoot = process.getuid?.() === 0
const report = process.env.COUNTERSIGN_TEST_REPORT
const slow = /\.slow\.(spec|test)\.ts$/

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Each test has a host, a data folder and a browser context of its own.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  // What a test waits for comes late where two hosts and two browsers share two cores; that is no fault.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    viewport: { width: 1360, height: 860 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Recording costs each test a third of its time: what failed is run again with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.COUNTERSIGN_TEST_CHROMIUM || undefined,
      // Chromium's own sandbox can't start as root.
      chromiumSandbox: !asRoot,
      // Without these, headless Chromium tries to reach the network at every start.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
  projects: [
    { name: 'e2e', testIgnore: slow },
    { name: 'slow', testMatch: slow, timeout: 10 * 60_000 },
  ],
})
