import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { createAudit } from '../../src/main/changes/audit'
import { insertChange, settleChange } from '../../src/main/db/changes'
import { inTransaction, openDatabase } from '../../src/main/db/open'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import { clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { launchChromium } from './browser'
import { benchDiffScroll } from './diff-scroll'
import { type Figure, median, range, round } from './figures'
import { openBenchCore } from './gate-core'
import { type Opening, timeInPage } from './page-time'
import { ready, startHost } from './start'

/** Openings that are counted, each in a page that was loaded anew. */
const openings = 7
const ledgerEntries = 10_000
const ledgerRuns = 200
const waiting = 200
/** Lines that the long proposal changes: each is shown removed and added. */
const changedLines = 10_000
/** What a page gets to finish starting before something is opened, in milliseconds. */
const settleMs = 400
/** A word of one entry only. */
const rareWord = 'hellebore'

/** Times the screens of the gate in Chromium, with as many entries as years of use bring. */
export async function benchGateScreens(options: {
  readonly checkout: string
  readonly chromium: string | undefined
}): Promise<Figure[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-screens-')))
  const browser = await launchChromium(options.chromium)
  try {
    const data = join(root, 'data')
    await fill(options.checkout, data, root)
    const host = startHost(options.checkout, data)
    const exited = once(host, 'exit')
    try {
      const { url } = await ready(host)
      return await measure(browser, url)
    } finally {
      host.kill('SIGTERM')
      await exited
    }
  } finally {
    await browser.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function measure(browser: Browser, url: string): Promise<Figure[]> {
  const activity: Opening[] = []
  const search: Opening[] = []
  const again: Opening[] = []
  const inbox: Opening[] = []
  const diff: Opening[] = []
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  await page.goto(url)
  for (let index = 0; index < openings + 1; index++) {
    await reload(page)
    const first = await goTo(page, '#/activity', 'article.change')
    const found = await searchFor(page, index % 2 === 0 ? rareWord : rareWord.slice(0, -1))
    await goTo(page, '#/chat', 'textarea')
    const second = await goTo(page, '#/activity', 'article.change')
    await reload(page)
    const decisions = await goTo(page, '#/inbox', '[data-proposal]')
    const long = await openDiff(page)
    // The first warms the caches of the browser and the host.
    if (index === 0) continue
    activity.push(first)
    search.push(found)
    again.push(second)
    inbox.push(decisions)
    diff.push(long)
  }
  const scrolled = await benchDiffScroll(page, 2 * changedLines)
  await context.close()
  return [
    figure(`Activity with ${ledgerEntries.toLocaleString('en')} entries, first opening`, activity, '< 200'),
    figure('Activity, opened again', again, '< 200'),
    figure('Activity, a search, from the last key (its pause of 200 ms included)', search),
    figure(`Inbox with ${waiting} proposals that wait`, inbox),
    figure(`a proposal of ${(2 * changedLines).toLocaleString('en')} changed lines, opened`, diff),
    scrolled,
  ]
}

function figure(name: string, measured: readonly Opening[], target?: string): Figure {
  const times = measured.map(({ painted }) => painted)
  return {
    name,
    value: round(median(times)),
    unit: 'ms',
    ...(target === undefined ? {} : { target }),
    spread: range(times),
    comparison: `the page stood still for ${round(median(measured.map(({ longestTask }) => longestTask)))} ms at most`,
  }
}

async function reload(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/chat'
  })
  await page.reload()
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await delay(settleMs)
}

function goTo(page: Page, fragment: string, entry: string): Promise<Opening> {
  return timeInPage(
    page,
    `document.querySelector(${JSON.stringify(entry)}) !== null`,
    (to) => {
      location.hash = to
    },
    fragment,
  )
}

/** Types into the search of Activity; done when the one entry that has the word stands alone. */
function searchFor(page: Page, word: string): Promise<Opening> {
  return timeInPage(
    page,
    "document.querySelectorAll('article.change').length === 1",
    (typed) => {
      const box = document.querySelector<HTMLInputElement>('.activity-search input')
      if (box === null) throw new Error('There is no search.')
      // React listens to the element's own setter.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, typed)
      box.dispatchEvent(new Event('input', { bubbles: true }))
    },
    word,
  )
}

function openDiff(page: Page): Promise<Opening> {
  return timeInPage(
    page,
    `document.querySelector('dialog[open] .ui-diff-row, [role="dialog"] .ui-diff-row') !== null`,
    () => {
      const card = [...document.querySelectorAll('[data-proposal]')].find((one) =>
        one.textContent?.includes('long.txt'),
      )
      card?.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }))
    },
    '',
  )
}

async function fill(checkout: string, data: string, root: string): Promise<void> {
  const docs = join(root, 'docs')
  mkdirSync(docs)
  const core = await openBenchCore(checkout, data, [docs])
  try {
    const client = clientInProcess(core.router, { actor: person, approval: null })
    // The first of what was made by hand stands in view.
    const long = join(docs, 'long.txt')
    const lines = Array.from({ length: 125_000 }, (_, line) => {
      const mark = line < changedLines ? 'old' : 'same'
      return `${`Line ${line} is ${mark}`.padEnd(79, '.')}\n`
    })
    writeFileSync(long, lines.join(''))
    const edits = [{ old_text: 'is old', new_text: 'is new', replace_all: true }]
    const outcome = await client.tools.call({ tool: 'edit_file', input: { path: long, edits } })
    if (outcome.status !== 'proposed') throw new Error(outcome.result.content)
    for (let index = 0; index < waiting - 1; index++) {
      const path = join(docs, `note ${index}.txt`)
      writeFileSync(
        path,
        Array.from({ length: 40 }, (_, line) => `Line ${line} of note ${index}.\n`).join(''),
      )
      const edits = [{ old_text: 'Line 20 ', new_text: 'Line twenty ' }]
      await client.tools.call({ tool: 'edit_file', input: { path, edits } })
    }
  } finally {
    await core.close()
  }
  fillLedger(data)
}

/** Entries as edits of files leave them, with their records in the audit chain. */
function fillLedger(data: string): void {
  const db = openDatabase(dataFolderAt(data).database)
  const now = Date.now()
  const audit = createAudit(db, () => new Date())
  const actor = { kind: 'assistant' as const, name: 'Assistant' }
  inTransaction(db, () => {
    for (let index = 0; index < ledgerEntries; index++) {
      const id = `entry-${index}`
      const path = `/home/person/Documents/project ${index % 40}/report ${index}.md`
      const word = index === ledgerEntries / 2 ? rareWord : 'rose'
      insertChange(db, {
        id,
        tool: 'edit_file',
        class: 'safe_update',
        summary: `Edit “${path}”: 2 replacements, +6 −6 lines`,
        preview: {
          summary: `Edit “${path}”: 2 replacements, +6 −6 lines`,
          targets: [{ kind: 'file', label: `report ${index}.md`, reference: path, size: 4096 }],
          changes: [
            {
              kind: 'text',
              label: `report ${index}.md`,
              added: 6,
              removed: 6,
              hunks: [hunk(1, word), hunk(80, word)],
            },
          ],
          lost: [],
          recovery: 'undo',
          warnings: [],
        },
        inverse: { id, transitions: [], leftovers: [] },
        actor,
        approvedBy: person,
        approval: 'decision',
        grantId: null,
        amended: null,
        proposalId: null,
        runId: `run-${Math.floor((index * ledgerRuns) / ledgerEntries)}`,
        conversationId: null,
        undoes: null,
        redoes: null,
        undoesPartOf: null,
        batch: null,
        // A few minutes from one to the next.
        at: now - (ledgerEntries - index) * 200_000,
      })
      settleChange(db, id, 'applying', { status: 'applied' })
      audit.record('change.applied', { change: id, tool: 'edit_file', class: 'safe_update', actor })
    }
  })
  db.close()
}

function hunk(start: number, word: string) {
  const line = (sign: string, number: number) =>
    `${sign}Line ${number} tells of a ${word} in the garden and of what became of it in ${sign === '-' ? 'May' : 'June'}.`
  const numbers = [start + 3, start + 4, start + 5]
  return {
    oldStart: start,
    oldLines: 9,
    newStart: start,
    newLines: 9,
    lines: [
      ...[0, 1, 2].map((offset) => line(' ', start + offset)),
      ...numbers.map((number) => line('-', number)),
      ...numbers.map((number) => line('+', number)),
      ...[6, 7, 8].map((offset) => line(' ', start + offset)),
    ],
  }
}
