import { createHash } from 'node:crypto'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { documentIs, documentRow, dropOn, goTo, inspector, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { makePdf } from '../support/make-pdf'
import { pageImage } from '../support/page-image'

const readAgain = makePdf({ pages: [['Words that were read once']] })

const desk = setUpHostDesk('for all tests', ({ papers }) => {
  const pages = [['Typed words of the first page'], { content: '10 10 50 50 re f' }, ['The last page']]
  writeFileSync(join(papers, 'Drawn.pdf'), makePdf({ pages }))
  const broken = Buffer.concat([
    Buffer.from('Größe, Höhe\nÜber '),
    Buffer.from([0xff]),
    Buffer.from('Ebbe\n'),
  ])
  writeFileSync(join(papers, 'Broken.txt'), broken)
  writeFileSync(join(papers, 'Whole.txt'), 'Nothing is wrong here')
  writeFileSync(join(papers, 'Again.pdf'), readAgain)
})

test('what could not be read has a quiet sign in the table, and a list that leads to its places', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  const files = ['Drawn.pdf', 'Broken.txt', 'Whole.txt']
  await dropOn(
    page,
    'Add to library',
    files.map((name) => join(desk.papers, name)),
  )
  await expect(documentRow(page, 'Drawn')).toContainText('Ready in part', { timeout: 60_000 })
  await documentIs(page, 'Broken', 'Ready')
  await documentIs(page, 'Whole', 'Ready')
  const sign = 'on how it was read'
  await expect(documentRow(page, 'Drawn')).toContainText(sign)
  await expect(documentRow(page, 'Broken')).toContainText(sign)
  await expect(documentRow(page, 'Whole')).not.toContainText(sign)

  await documentRow(page, 'Drawn').click()
  const viewer = inspector(page)
  await viewer.getByRole('button', { name: 'Notes on how it was read' }).click()
  const list = viewer.getByRole('region', { name: 'Notes on how it was read' })
  await expect(list).toContainText('1 of 3 pages are pictures without text')
  await list.getByRole('button', { name: 'p. 2' }).click()
  await expect(pageImage(page, 'Drawn', 2)).toBeVisible({ timeout: 60_000 })

  await documentRow(page, 'Broken').click()
  await viewer.getByRole('button', { name: 'Notes on how it was read' }).click()
  await expect(list).toContainText('1 character could not be read')
  await list.getByRole('button', { name: 'Line 2' }).click()
  await expect(viewer.locator('mark')).toHaveText('\ufffd')

  await documentRow(page, 'Whole').click()
  await expect(viewer).toContainText('Nothing is wrong here')
  await expect(viewer.getByRole('button', { name: 'Notes on how it was read' })).toHaveCount(0)
})

test('a document that can’t be read again stays as it was read, with a note that says why', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [join(desk.papers, 'Again.pdf')])
  await documentIs(page, 'Again', 'Ready')
  const sha256 = createHash('sha256').update(readAgain).digest('hex')
  const [original = ''] = globSync(join(desk.host.data, '**', sha256))
  writeFileSync(original, '%PDF-1.7\n'.padEnd(readAgain.length, 'x'))

  const row = documentRow(page, 'Again')
  await row.getByRole('button', { name: 'Actions for “Again”' }).click()
  await page.getByRole('menuitem', { name: 'Read again' }).click()
  await expect(row).toContainText('1 note on how it was read', { timeout: 60_000 })
  await documentIs(page, 'Again', 'Ready')

  await row.click()
  const viewer = inspector(page)
  await viewer.getByRole('button', { name: 'Notes on how it was read' }).click()
  const list = viewer.getByRole('region', { name: 'Notes on how it was read' })
  await expect(list).toContainText('Reading it again failed, so what was read before stays.')
})
