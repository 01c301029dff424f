import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BuiltGallery, buildGallery } from '../../tests/support/built-gallery'
import type { ToolModule } from '../shared/tool/define'
import { loopModule } from '../shared/tool/load-tools'

const modules = [
  ...Object.values(import.meta.glob<ToolModule>('../tools/*/module.ts', { eager: true, import: 'default' })),
  loopModule,
]
const tools = modules.flatMap((module) => module.tools)
const states = ['streaming', 'running', 'done', 'error'] as const
/** Where the pictures are for whoever wants to look at them. */
const pictures = join(import.meta.dirname, '../../test-results/gallery')
/** A page in a real browser, on a machine that does other work as well. */
const PAGE_MS = 60_000

vi.setConfig({ testTimeout: PAGE_MS })

let gallery: BuiltGallery

beforeAll(async () => {
  gallery = await buildGallery()
}, PAGE_MS)
afterAll(() => gallery.close())

describe('the views of every tool', () => {
  it('are there in each state, and say something to a screen reader', async () => {
    const { page, complaints } = await gallery.open('tools')
    const missing: string[] = []
    for (const { name } of tools) {
      const article = page.getByRole('article', { name, exact: true })
      for (const state of states) {
        const tree = await article.getByRole('region', { name: state, exact: true }).ariaSnapshot()
        // The region itself is one line; a view without words is no view.
        if (!/\w{3}/u.test(tree.split('\n').slice(1).join('\n'))) missing.push(`${name}: ${state}`)
      }
      const result = await article.getByRole('region', { name: 'done', exact: true }).ariaSnapshot()
      if (result.includes('No result view.')) missing.push(`${name}: result`)
    }
    expect(missing).toEqual([])
    expect(complaints).toEqual([])
  })

  it.each([
    ['light', 1360],
    ['dark', 420],
  ])('have a picture each, %s and %i px wide, within its width', async (theme, width) => {
    const { page } = await gallery.open(`tools&theme=${theme}`, { width, height: 900 })
    const folder = join(pictures, `${theme}-${width}`)
    mkdirSync(folder, { recursive: true })
    const tooWide: string[] = []
    const blank: string[] = []
    for (const name of [...tools.map((tool) => tool.name), 'unknown_tool']) {
      const article = page.getByRole('article', { name, exact: true })
      const picture = decode(await article.screenshot({ path: join(folder, `${name}.png`) }))
      if (new Set(picture.data).size < 8) blank.push(name)
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
