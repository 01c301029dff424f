import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { placeOfPage, segmentOfPlace } from '../library/index/segment-files'
import { pageReader } from './index-segments'
import { migrate, migrations } from './migrate'
import { defineTitleOrder } from './title-order'

it('keeps the pages of an index of a former version, each where it is looked for now', () => {
  const raw = new BetterSqlite3(':memory:')
  defineTitleOrder(raw)
  try {
    const own = migrations.findIndex((sql) => sql.includes('CREATE TABLE pages_by_place'))
    migrate(raw, migrations.slice(0, own))
    const insert = raw.prepare('INSERT INTO index_pages (segment, file, page, data) VALUES (?, ?, ?, ?)')
    const pages = [
      [1, 0, 0],
      [1, 10, 1],
      [7, 8, 70_000],
      [100_000_000, 15, 4_194_303],
    ] as const
    for (const page of pages) insert.run(...page, Buffer.from(page.join()))
    migrate(raw, migrations)
    const read = pageReader(raw)
    expect(pages.map(([segment, file, page]) => read(segment, file as 0, page).toString())).toEqual(
      pages.map((page) => page.join()),
    )
    const places = raw.prepare('SELECT place FROM index_pages ORDER BY place').pluck().all()
    expect(places).toEqual(pages.map(([segment, file, page]) => placeOfPage(segment, file, page)))
    expect(places.map((place) => segmentOfPlace(Number(place)))).toEqual(pages.map(([segment]) => segment))
  } finally {
    raw.close()
  }
})
