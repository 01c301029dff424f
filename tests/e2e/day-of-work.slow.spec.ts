import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  answers,
  approveCard,
  card,
  change,
  dangerDialog,
  decide,
  documents,
  dropOn,
  goTo,
  idle,
  inspector,
  newChat,
  openApp,
  openConversation,
  rejectCard,
  send,
} from '../support/app-page'
import {
  calls,
  fileOf,
  folderNames,
  type ObedientModel,
  obedientModel,
  type Paper,
  quotes,
  readsPaper,
  reportOn,
  type Step,
  says,
  writeFolders,
  writePapers,
} from '../support/day-of-work'
import { answer, text } from '../support/fake-messages-api'
import { folderTree } from '../support/folder-tree'
import { type ModelCall, setUpModelDesk } from '../support/model-desk'
import { runCommand } from '../support/run-command'
import { freshFolder } from '../support/start-host'

/** The chunk of a stream that holds the second piece of its first text. */
const secondPiece = 4
/** So many tokens the model takes: less than a day's work. */
const contextTokens = 30_000
/** Longest wait for forty documents, or for all of the day's changes to be undone. */
const slowMs = 120_000

const folders = realpathSync(freshFolder('folders'))
const file = (name: (typeof folderNames)[number], which: string) => fileOf(folders, name, which)
test.afterAll(() => rmSync(folders, { recursive: true, force: true }))

let papers: readonly Paper[]
const desk = setUpModelDesk({
  opens: false,
  work() {
    const work = realpathSync(freshFolder('papers'))
    papers = writePapers(work)
    return work
  },
})

test('a day-long conversation with forty documents, ten folders and three assistants goes on over a closed lid and a killed process, and is taken back as a whole', async ({
  page,
}) => {
  test.setTimeout(3 * slowMs)
  writeFolders(folders)
  const before = folderTree(folders)
  const model = obedientModel(desk.api, 'The person weighs **things** and keeps ten folders.')
  const day = conversation(page, model)
  await openApp(page, desk.host.url)
  await test.step('forty documents and ten folders', () => setUp(page))

  await test.step('the librarian, chosen by hand, answers from twenty formats', async () => {
    await chooseByHand(page, 'Librarian')
    for (const paper of papers.slice(0, 20)) await askOf(day, paper)
  })
  await test.step('the file clerk, chosen by @, reads and changes what is in the folders', async () => {
    await chooseByMention(page, 'File clerk')
    for (const name of folderNames) {
      await day.ask(
        `Read the log of ${name}`,
        [calls(['read_file', { path: file(name, 'log.txt') }]), says(reportOn(name))],
        `Nothing to report at the ${name}.`,
      )
    }
    await changeFolders(day)
  })
  await test.step('the researcher, chosen by @, reads documents and writes a report', async () => {
    await chooseByMention(page, 'Researcher')
    await day.ask(
      'Compare two of them',
      [calls(['list_documents', {}]), readsPaper('Paper 31'), readsPaper('Paper 32'), says('They differ.')],
      'They differ.',
    )
    await day.decide(
      'Write a report',
      ['create_file', { path: file('jetty', 'report.md'), content: 'They differ.\n' }],
      () => approveCard(page, 'jetty-report.md'),
    )
    await askOf(day, papers[39])
  })
  expect(day.summedAt()).toBeGreaterThan(0)

  await test.step('the lid is closed in the middle of a turn', () => closeLid(day))
  await test.step('the process is killed in the middle of a turn', () => killWhileAnswering(day))
  await test.step('the process is killed while a change waits for its decision', () => killWhileWaiting(day))

  await test.step('everything that was said and read is there', () => lookBack(day))
  await test.step('what the conversation changed is taken back', async () => {
    await goTo(page, 'Activity')
    await change(page, 'jetty-notes.md').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: /Undo the whole conversation/ }).click()
    await page.getByRole('button', { name: 'Undo all of it' }).click()
    await expect(page.getByText('9 changes were undone.')).toBeVisible({ timeout: slowMs })
    expect(folderTree(folders)).toEqual(before)
  })
  await openConversation(page, 'Question 1:')
  await chooseByHand(page, 'Librarian')
  await askOf(day, papers[38])
  expect((await runCommand(['doctor', '--data', desk.host.data])).status).toBe(0)
})

/** A conversation of numbered questions. */
interface Day {
  readonly page: Page
  readonly asked: () => number
  /** The question during which the conversation was first summed up; 0 for none yet. */
  readonly summedAt: () => number
  /** Sends the next question, of which these steps are the answer. */
  readonly begin: (question: string, steps: readonly Step[]) => Promise<void>
  /** Waits for the end of the answer, and until nothing is left to do. */
  readonly answered: (words: string) => Promise<void>
  /** Both. */
  readonly ask: (question: string, steps: readonly Step[], words: string) => Promise<void>
  /** Asks for a change and decides on it. */
  readonly decide: (question: string, wanted: ModelCall, decision: () => Promise<void>) => Promise<void>
  /** The model's answer stands still after these words; whoever resolves what comes back lets it be cut. */
  readonly beginHalf: (question: string, half: string) => Promise<PromiseWithResolvers<void>>
  readonly goOn: (words: string) => Promise<void>
}

function conversation(page: Page, model: ObedientModel): Day {
  let asked = 0
  let summedAt = 0
  const begin: Day['begin'] = async (question, steps) => {
    model.does(...steps)
    await send(page, `Question ${++asked}: ${question}`)
  }
  const answered: Day['answered'] = async (words) => {
    await expect(answers(page).last()).toContainText(words)
    await idle(page)
    expect(model.left()).toBe(0)
    if (summedAt === 0 && model.summaries() > 0) summedAt = asked
  }
  return {
    page,
    asked: () => asked,
    summedAt: () => summedAt,
    begin,
    answered,
    async ask(question, steps, words) {
      await begin(question, steps)
      await answered(words)
    },
    async decide(question, wanted, decision) {
      await begin(question, [calls(wanted), says(`Heard of number ${asked + 1}.`)])
      await decision()
      await answered(`Heard of number ${asked}.`)
    },
    async beginHalf(question, half) {
      const rest = Promise.withResolvers<void>()
      const turn = answer([text([half, 'and what never came'])], {
        pause: { beforeChunk: secondPiece, until: rest.promise },
        end: 'cut',
        withheld: 1,
      })
      await begin(question, [() => turn])
      await expect(answers(page).last()).toContainText(half.trim())
      await expect(answers(page).last()).not.toContainText('what never came')
      return rest
    },
    async goOn(words) {
      model.does(says(words))
      await page.getByRole('button', { name: 'Continue' }).click()
      await answered(words)
    },
  }
}

async function setUp(page: Page): Promise<void> {
  await goTo(page, 'Settings')
  await page.getByLabel('Context window (tokens)').fill(String(contextTokens))
  await page.getByRole('region', { name: 'Model' }).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  const path = page.getByRole('textbox', { name: 'Path of a folder' }).first()
  for (const name of folderNames) {
    await path.fill(join(folders, name))
    await path.press('Enter')
    await expect(path).toHaveValue('')
  }
  await newChat(page)
  await dropOn(
    page,
    'Add to library',
    papers.map((paper) => paper.path),
  )
  await expect(page.getByText('40 documents are ready')).toBeVisible({ timeout: slowMs })
  await goTo(page, 'Library')
  await expect(documents(page)).toHaveAttribute('aria-rowcount', String(papers.length + 1))
  await newChat(page)
}

async function chooseByHand(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Assistant of this conversation/ }).click()
  await page.getByRole('menuitemcheckbox', { name }).click()
}

async function chooseByMention(page: Page, name: string): Promise<void> {
  // While the list is there, the message box is the combobox of it.
  const box = page.locator('.composer textarea')
  await box.pressSequentially(`@${name}`)
  await expect(page.getByRole('option', { name: new RegExp(`^${name}`) })).toBeVisible()
  await box.press('Enter')
  await expect(page.getByRole('button', { name: /Assistant of this conversation/ })).toContainText(name)
}

/** Asks what stands in one document alone, and looks at the citation. */
async function askOf({ page, ask }: Day, paper: Paper | undefined): Promise<void> {
  if (paper === undefined) throw new Error('There is no such paper.')
  const { title, fact, words } = paper
  await ask(`What of the ${words}?`, [calls(['search_library', { query: words }]), quotes(fact)], fact)
  const cited = answers(page)
    .last()
    .getByRole('button', { name: new RegExp(`^${title}`) })
  // What can't be relied on has why in brackets after the place.
  await expect(cited).toHaveAccessibleName(new RegExp(`^${title}(, [^()]+)?$`))
}

async function decideInDialog(page: Page, button: string): Promise<void> {
  await expect(dangerDialog(page)).toBeVisible()
  await decide(dangerDialog(page), button)
}

async function changeFolders({ page, decide: decideOn }: Day): Promise<void> {
  const edit = (path: string, ...edits: readonly (readonly [string, string])[]): ModelCall => [
    'edit_file',
    { path, edits: edits.map(([old_text, new_text]) => ({ old_text, new_text })) },
  ]
  const read = (name: (typeof folderNames)[number], which: string) => readFileSync(file(name, which), 'utf8')

  await decideOn('Note it in accounts', edit(file('accounts', 'notes.md'), ['As it was', 'As it is']), () =>
    approveCard(page, 'accounts-notes.md'),
  )
  expect(read('accounts', 'notes.md')).toContain('As it is.')
  await decideOn('Note it in boats', edit(file('boats', 'notes.md'), ['As it was', 'As it is']), () =>
    rejectCard(page, 'boats-notes.md', 'The boats stay as they were'),
  )
  expect(read('boats', 'notes.md')).toContain('As it was.')
  expect(JSON.stringify(desk.api.created.at(-1)?.messages.at(-1))).toContain('The boats stay as they were')
  const both = edit(file('crew', 'list.md'), ['First of all', 'First by now'], ['Last of all', 'Last by now'])
  await decideOn('Put the crew in order', both, async () => {
    await card(page, 'crew-list.md').getByRole('checkbox', { name: 'Include change 2' }).uncheck()
    await expect(card(page, 'crew-list.md')).toContainText('1 of 2 chosen')
    await approveCard(page, 'crew-list.md')
  })
  expect(read('crew', 'list.md')).toContain('First by now')
  expect(read('crew', 'list.md')).toContain('Last of all')
  const dredged = file('dredging', 'plan.md')
  await decideOn('Plan it', ['create_file', { path: dredged, content: 'Dredge in May.\n' }], () =>
    approveCard(page, 'dredging-plan.md'),
  )
  expect(readFileSync(dredged, 'utf8')).toBe('Dredge in May.\n')
  const appended = ['append_to_file', { path: file('events', 'notes.md'), content: 'A regatta.\n' }] as const
  await decideOn('Add the regatta', appended, () => approveCard(page, 'events-notes.md'))
  expect(read('events', 'notes.md')).toMatch(/A regatta\.\n$/)
  const moved = join(folders, 'guests', 'fees-list.md')
  const move = ['move_files', { items: [{ from: file('fees', 'list.md'), to: moved }] }] as const
  await decideOn('Give the guests their fees', move, () => approveCard(page, 'fees-list.md'))
  expect([existsSync(moved), existsSync(file('fees', 'list.md'))]).toEqual([true, false])
  await decideOn('Throw the list away', ['trash_files', { paths: [file('hire', 'list.md')] }], () =>
    decideInDialog(page, 'Delete'),
  )
  expect(existsSync(file('hire', 'list.md'))).toBe(false)
  const overwritten = ['overwrite_file', { path: file('ice', 'notes.md'), content: 'All melted.\n' }] as const
  await decideOn('Write the ice off', overwritten, () => decideInDialog(page, 'Replace'))
  expect(read('ice', 'notes.md')).toBe('All melted.\n')
}

/** What closing the lid does to a process: it stands still, whatever happens around it. */
async function closeLid({ page, beginHalf, goOn }: Day): Promise<void> {
  const rest = await beginHalf('When does the watch begin?', 'The watch begins ')
  process.kill(desk.host.pid, 'SIGSTOP')
  try {
    // The server gives up while nobody is there to be told.
    const abandoned = desk.api.nextAbandoned()
    rest.resolve()
    await abandoned
  } finally {
    process.kill(desk.host.pid, 'SIGCONT')
  }
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(answers(page).last()).toContainText('The watch begins')
  await goOn('at ten, and it ends at six.')
}

async function startAfterKill(page: Page): Promise<void> {
  await desk.host.kill()
  await desk.startAgain()
  await openApp(page, desk.host.url)
}

async function killWhileAnswering({ page, beginHalf, goOn }: Day): Promise<void> {
  await beginHalf('When does the tide turn?', 'The tide turns ')
  await startAfterKill(page)
  await openConversation(page, 'Question 1:')
  await expect(answers(page).last()).toContainText('The tide turns')
  await goOn('at noon, and once more at night.')
  expect(JSON.stringify(desk.api.created.at(-1)?.messages)).toContain('The tide turns')
}

async function killWhileWaiting({ page, begin, answered }: Day): Promise<void> {
  const input = {
    path: file('jetty', 'notes.md'),
    edits: [{ old_text: 'As it was', new_text: 'As it is' }],
  }
  await chooseByHand(page, 'File clerk')
  await begin('Note it at the jetty', [calls(['edit_file', input]), says('It is noted at the jetty.')])
  await expect(card(page, 'jetty-notes.md')).toBeVisible()
  await startAfterKill(page)
  await goTo(page, 'Inbox')
  await approveCard(page, 'jetty-notes.md')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await openConversation(page, 'Question 1:')
  await answered('It is noted at the jetty.')
  expect(readFileSync(file('jetty', 'notes.md'), 'utf8')).toContain('As it is.')
}

async function lookBack({ page, asked, summedAt }: Day): Promise<void> {
  const sent = JSON.stringify(desk.api.created.at(-1)?.messages)
  expect(sent).toContain('keeps ten folders')
  expect(sent).not.toContain('Question 1:')

  await page.keyboard.press('Control+f')
  const bar = page.getByRole('search')
  await bar.getByRole('textbox', { name: 'Find' }).fill('Question')
  await expect(bar).toContainText(`${asked()} of ${asked()} messages`)
  await bar.getByRole('textbox', { name: 'Find' }).fill('Question 1:')
  await expect(bar).toContainText(/\d+ of \d+ message/)
  await bar.getByRole('button', { name: 'Next message' }).click()
  const said = (words: string) => page.getByRole('article', { name: 'You' }).filter({ hasText: words })
  await expect(said('Question 1:')).toBeInViewport()
  // What the model is no longer sent is here for the person, word for word.
  await bar.getByRole('textbox', { name: 'Find' }).fill('Read the log of accounts')
  await expect(said('Read the log of accounts')).toBeInViewport()
  await bar.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Read accounts-log\.txt/ }).click()
  await expect(inspector(page)).toContainText('Hour 0 at the accounts')

  await page.keyboard.press('Control+f')
  await bar.getByRole('textbox', { name: 'Find' }).fill(`Question ${summedAt()}:`)
  await expect(said(`Question ${summedAt()}:`)).toBeInViewport()
  const mark = page.getByRole('note').filter({ hasText: 'a summary of the earlier messages' }).first()
  await mark.getByText('Show the summary').click()
  await expect(mark.locator('strong', { hasText: 'things' })).toBeVisible()
}
