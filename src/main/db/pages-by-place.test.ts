import { expect, it } from 'vitest'
import { acrossMigration } from '../../../tests/support/former-database'
import { placeOfPage, segmentOfPlace } from '../library/index/segment-files'
import { pageReader } from './index-segments'

it('keeps the pages of an index of a former version, each where it is looked for now', () => {
  const pages = [
    [1, 0, 0],
    [1, 10, 1],
    [7, 8, 70_000],
    [100_000_000, 15, 4_194_303],
  ] as const
  acrossMigration(
    'CREATE TABLE pages_by_place',
    (former) => {
      const insert = former.prepare('INSERT INTO index_pages (segment, file, page, data) VALUES (?, ?, ?, ?)')
      for (const page of pages) insert.run(...page, Buffer.from(page.join()))
    },
    (database) => {
      const read = pageReader(database)
      expect(pages.map(([segment, file, page]) => read(segment, file as 0, page).toString())).toEqual(
        pages.map((page) => page.join()),
      )
      const places = database.prepare('SELECT place FROM index_pages ORDER BY place').pluck().all()
      expect(places).toEqual(pages.map(([segment, file, page]) => placeOfPage(segment, file, page)))
      expect(places.map((place) => segmentOfPlace(Number(place)))).toEqual(pages.map(([segment]) => segment))
    },
  )
})
