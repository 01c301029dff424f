import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isBuilt } from './build.mjs'
import { exitStatus, runThrough } from './child.mjs'
import { ensureChromium, findChromium } from './chromium.mjs'
import { countOfCheck, countOfReport, failuresOfReport } from './counts.mjs'
import { withLock } from './lock.mjs'
import { projectEnvironment, root } from './paths.mjs'
import { prepare } from './prepare.mjs'
import { StepError, say, seconds } from './say.mjs'
import { inTurn, parseSlow, slowFiles } from './slow.mjs'

const bin = (...path) => join(root, 'node_modules', ...path)
const vitest = (project, more = []) => ({
  report: 'vitest',
  args: (file) => [
    bin('vitest', 'vitest.mjs'),
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...more,
  ],
})
const playwright = (project, more = []) => ({
  report: 'playwright',
  args: () => [bin('@playwright', 'test', 'cli.js'), 'test', `--project=${project}`, ...more],
})

/** The stages of `npm test`, in order. `needs` names what must be there before the stage can run. */
const stages = {
  types: { title: 'types', args: () => [join(root, 'scripts', 'check-types.mjs')] },
  lint: { title: 'lint and format', args: () => [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'] },
  layers: {
    title: 'layers',
    args: () => [join(root, 'scripts', 'check-layers.mjs')],
  },
  unit: { title: 'unit, contract and fault tests', ...vitest('unit*'), wants: ['build', 'chromium'] },
  electron: { title: 'the Electron shell', ...vitest('electron'), needs: ['build', 'chromium'] },
  e2e: { title: 'the browser host in Chromium', ...playwright('e2e'), needs: ['build', 'chromium'] },
}

/** The stages of `npm run test:slow`: a file each, so that it can end between them when its time is up. */
function slowStages() {
  // All of a file is skipped where its means are absent, such as a disk of its own.
  const common = { needs: ['build', 'chromium'], mayBeEmpty: true }
  return Object.fromEntries(
    slowFiles(root).map(({ name, path, inChromium }) => [
      name,
      { title: path, ...(inChromium ? playwright('slow', [path]) : vitest('slow', [path])), ...common },
    ]),
  )
}

/** `npm test [-- STAGE…]`: every stage runs, whatever failed before it; the last line counts. */
export function test(names) {
  return runStages(stages, names)
}

/** `npm run test:slow [-- [--minutes N] FILE…]`: no file is begun after so many minutes; those are named as left out. */
export function testSlow(args) {
  const { names, minutes } = parseSlow(args)
  const now = Date.now()
  return runStages(inTurn(slowStages(), now), names, { until: now + minutes * 60_000 })
}

async function runStages(all, names, { until = Number.POSITIVE_INFINITY } = {}) {
  const unknown = names.filter((name) => !Object.hasOwn(all, name))
  if (unknown.length > 0) {
    say(
      `No stage is called ${unknown.join(', ')}: choose of ${Object.keys(all).join(', ')}, or none for all.`,
    )
    return 2
  }
  const chosen = Object.keys(all).filter((name) => names.length === 0 || names.includes(name))
  const node = await prepare({ built: false })
  const ready = await provide(chosen.map((name) => all[name]))
  const reports = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  // What a test leaves behind, or a program that was killed in it, goes with this folder.
  const temporary = join(reports, 'tmp')
  mkdirSync(temporary)
  // Like the folder that it stands for: some tests go on as another account.
  chmodSync(reports, 0o711)
  chmodSync(temporary, 0o1777)
  const rows = []
  const leftOut = []
  try {
    for (const name of chosen) {
      if (Date.now() > until) leftOut.push(name)
      else rows.push(await runStage(name, all[name], { node, ready, reports, temporary }))
    }
  } finally {
    remove(reports)
  }
  if (leftOut.length > 0) say(`Left out, as the time was up: ${leftOut.join(', ')}.`)
  return summary(rows)
}

/** What can't be removed is no reason to hide what the tests said. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    say(`${folder} could not be removed: ${error.message}`)
  }
}

/** In a locale without Unicode, as bare machines have, Chromium can't read file names beyond ASCII. */
function unicodeFileNames() {
  const { LC_ALL, LC_CTYPE, LANG } = process.env
  if (/utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')) return {}
  return { LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' }
}

async function runStage(name, stage, { node, ready, reports, temporary }) {
  process.stdout.write(`\n=== ${name}: ${stage.title}\n`)
  const started = Date.now()
  const row = (counts) => ({ name, ...counts, milliseconds: Date.now() - started })
  const lacking = (stage.needs ?? []).filter((need) => ready[need].problem !== undefined)
  if (lacking.length > 0) {
    for (const need of lacking) process.stdout.write(`Not run. ${ready[need].problem}\n`)
    return row(countOfCheck(1))
  }
  const file = join(reports, `${name}.json`)
  const env = projectEnvironment({
    COUNTERSIGN_TEST_REPORT: file,
    ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    ...unicodeFileNames(),
  })
  if (ready.chromium?.path !== undefined) env.COUNTERSIGN_TEST_CHROMIUM = ready.chromium.path
  const { code, signal } = await runThrough(node, stage.args(file), { cwd: root, env })
  const status = exitStatus(code, signal)
  const { report, mayBeEmpty } = stage
  const counts = {
    ...row(report === undefined ? countOfCheck(status) : countOfReport(report, file, status, { mayBeEmpty })),
    failures: report === undefined ? [] : failuresOfReport(report, file),
  }
  process.stdout.write(
    `=== ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds(counts.milliseconds)}\n`,
  )
  return counts
}

/** Gets what the chosen stages need or want; what can't be had is kept as a problem, told by who needs it. */
async function provide(chosen) {
  const needed = new Set(chosen.flatMap((stage) => stage.needs ?? []))
  const wanted = new Set([...needed, ...chosen.flatMap((stage) => stage.wants ?? [])])
  const ready = {}
  if (wanted.has('build')) {
    ready.build = await problemOf(async () => {
      if (isBuilt()) return
      await withLock(join(root, 'out', '.bootstrap-lock'), async () => {
        if (!isBuilt()) await build()
      })
    })
  }
  if (wanted.has('chromium')) {
    const look = needed.has('chromium') ? ensureChromium : findChromium
    ready.chromium = await problemOf(async () => ({ path: await look() }))
  }
  return ready
}

async function problemOf(work) {
  try {
    return (await work()) ?? {}
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    return { problem: error.message }
  }
}

function summary(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length), 'stage'.length) + 2
  const line = (name, ...cells) =>
    `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(9)).join('')}\n`
  process.stdout.write(`\n${line('stage', 'passed', 'failed', 'skipped', 'time')}`)
  for (const { name, passed, failed, skipped, milliseconds } of rows) {
    process.stdout.write(line(name, passed, failed, skipped, seconds(milliseconds)))
  }
  const failures = rows.flatMap((row) => row.failures ?? [])
  if (failures.length > 0)
    process.stdout.write(`\n${failures.map((failure) => `failed: ${failure}\n`).join('')}`)
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
  return sum('failed') === 0 ? 0 : 1
}
