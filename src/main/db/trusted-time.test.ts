import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from './open'
import { collections } from './schema'
import { lookAtClock, trustedTime } from './trusted-time'

const hour = 3_600_000
const day = 24 * hour
const today = Date.UTC(2026, 4, 1)
const withoutDate = Date.UTC(2015, 0, 1)

let db: Database
beforeEach(() => {
  db = openDatabase(':memory:')
})
afterEach(() => db.close())

/** What ages are counted to after the clock was looked at. */
const seen = (now: number) => {
  lookAtClock(db, now)
  return trustedTime(db, now)
}

describe('the time that ages are counted to', () => {
  it('goes on where the computer starts with an old date each day until it hears of the right one', () => {
    seen(today)
    for (let days = 1; days <= 40; days += 1) {
      expect(seen(withoutDate)).toBe(withoutDate)
      seen(withoutDate + hour)
      const now = today + days * day
      expect(seen(now)).toBe(now)
    }
  })

  it('stands still for a day behind what was believed where the clock comes back further than it fell', () => {
    seen(today)
    seen(withoutDate)
    const later = today + 60 * day
    expect(seen(later)).toBe(today)
    expect(seen(later + day - hour)).toBe(today)
    expect(seen(later + day)).toBe(later + day)
  })

  it('does not believe again a date ahead that was corrected for a day', () => {
    const ahead = today + 1000 * day
    seen(ahead)
    expect(seen(today)).toBe(today)
    expect(seen(today + day)).toBe(today + day)
    expect(seen(ahead)).toBe(today + day)
  })

  it('does not take a second fall for another start', () => {
    seen(today)
    seen(withoutDate)
    seen(withoutDate - 100 * day)
    expect(seen(today + hour)).toBe(today + hour)
  })

  it('keeps what was deleted under an old date as long as anything else, once the right one is known', () => {
    const add = (id: string, deletedAt: number) =>
      db.orm.insert(collections).values({ id, name: id, description: '', createdAt: 1, deletedAt }).run()
    seen(today)
    add('earlier', today - 10 * day)
    seen(withoutDate)
    add('meanwhile', withoutDate + hour / 2)
    seen(today + 2 * hour)
    const times = Object.fromEntries(
      db.orm
        .select()
        .from(collections)
        .all()
        .map(({ id, deletedAt }) => [id, deletedAt]),
    )
    expect(times).toMatchObject({ earlier: today - 10 * day, meanwhile: today + 2.5 * hour })
  })
})
