import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BuiltGallery, buildGallery } from '../../../tests/support/built-gallery'
import { toolModules } from './tool-modules'

const tools = toolModules.flatMap((module) => module.tools)
const states = ['streaming', 'running', 'done', 'error', 'not run', 'panel'] as const
/** Those that only what changes something goes through. */
const writeStates = ['waiting', 'rejected'] as const
/** What each view says, as it was looked at; `npm run unit -- --project unit gallery/tools -u` stores it anew. */
const trees = join(import.meta.dirname, 'trees')
/** Where the pictures are for whoever wants to look at them. */
const pictures = join(import.meta.dirname, '../../../test-results/gallery')
/** A page in a real browser, on a machine that does other work as well. */
const PAGE_MS = 60_000

vi.setConfig({ testTimeout: PAGE_MS })

let gallery: BuiltGallery

/** Whether there are so many different values; most pictures tell in their first lines. */
function hasShades(data: ArrayLike<number>, wanted: number): boolean {
  const seen = new Set<number>()
  for (let at = 0; at < data.length && seen.size < wanted; at++) seen.add(data[at] ?? 0)
  return seen.size >= wanted
}

beforeAll(async () => {
  gallery = await buildGallery()
}, PAGE_MS)
afterAll(() => gallery.close())

describe('the views of every tool', () => {
  it('are there in each state', async () => {
    const { page, complaints } = await gallery.open('tools&bare')
    const there = await page
      .locator('.gallery-state')
      .evaluateAll((found) =>
        found.map(
          (state) =>
            `${state.parentElement?.getAttribute('aria-label')}: ${state.getAttribute('aria-label')}`,
        ),
      )
    const wanted = tools.flatMap((tool) =>
      [...states, ...(tool.class === 'read' ? [] : writeStates)].map((state) => `${tool.name}: ${state}`),
    )
    expect(wanted.filter((state) => !there.includes(state))).toEqual([])
    expect(await page.getByText('No result view.').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('say to a screen reader what is stored, module by module', async () => {
    const { page } = await gallery.open('tools&bare')
    for (const { id, title } of toolModules) {
      const section = page.locator('.gallery-section', {
        has: page.getByRole('heading', { level: 2, name: title, exact: true }),
      })
      const tree = `${await section.ariaSnapshot()}\n`
      await expect.soft(tree).toMatchFileSnapshot(join(trees, `${id}.aria.txt`))
    }
  })

  it.each([
    ['light', 1360],
    ['dark', 420],
  ])('have a picture each, %s and %i px wide, within its width', async (theme, width) => {
    const { page } = await gallery.open(`tools&bare&theme=${theme}`, { width, height: 900 })
    const folder = join(pictures, `${theme}-${width}`)
    mkdirSync(folder, { recursive: true })
    const tooWide: string[] = []
    const blank: string[] = []
    for (const name of [...tools.map((tool) => tool.name), 'unknown_tool']) {
      const article = page.locator(`.gallery-tool[aria-label="${name}"]`)
      // Alone on the page, or each picture lays out all tools anew.
      await article.evaluate((shown) => {
        for (const each of document.querySelectorAll<HTMLElement>('.gallery-tool'))
          each.style.display = each === shown ? '' : 'none'
      })
      const picture = decode(await article.screenshot({ path: join(folder, `${name}.png`) }))
      if (!hasShades(picture.data, 8)) blank.push(name)
      if (await article.evaluate((element) => element.scrollWidth > element.clientWidth)) tooWide.push(name)
    }
    expect({ blank, tooWide }).toEqual({ blank: [], tooWide: [] })
  })

  it('show an unknown tool by facts and tables', async () => {
    const { page } = await gallery.open('tools')
    const unknown = page.getByRole('article', { name: 'unknown_tool' })
    expect(await unknown.ariaSnapshot()).toMatchInlineSnapshot(`
      "- article "unknown_tool":
        - region "streaming":
          - paragraph: Calling unknown_tool
        - region "running":
          - paragraph: Calling unknown_tool
          - term: Station
          - definition: Cuxhaven
          - term: Days
          - definition: "2"
        - region "done":
          - paragraph: Called unknown_tool
          - term: Station
          - definition: Cuxhaven
          - term: Measured
          - definition: "true"
          - region "Heights":
            - heading "Heights" [level=4]
            - table "Heights":
              - caption: Heights
              - rowgroup:
                - row "Time Metres":
                  - columnheader "Time"
                  - columnheader "Metres"
              - rowgroup:
                - row "06:12 3.34":
                  - cell "06:12"
                  - cell "3.34"
                - row "12:40 0.41":
                  - cell "12:40"
                  - cell "0.41"
          - region "Source":
            - heading "Source" [level=4]
            - 'button "{" [expanded]'
            - list:
              - listitem: "name: \\"Tide gauge\\""
              - listitem: "url: \\"https://gauge.example/1\\""
            - text: "}"
            - button "Copy"
        - region "error":
          - paragraph: Calling unknown_tool
          - paragraph: There is nothing at /home/ada/Notes/tides.md."
    `)
  })
})
