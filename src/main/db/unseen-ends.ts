import { eq, sql } from 'drizzle-orm'
import type { Database } from './open'
import { unseenEnds } from './schema'

/** How a run ended that nobody has looked at since. */
export type UnseenEnd = (typeof unseenEnds.$inferSelect)['ended']

/** How the last runs of conversations ended, as long as nobody has looked. */
export interface UnseenEndTable {
  get(conversationId: string): UnseenEnd | null
  all(): ReadonlyMap<string, UnseenEnd>
  mark(conversationId: string, ended: UnseenEnd): void
  /** Answers whether there was one. */
  clear(conversationId: string): boolean
}

/** Reads and writes how runs ended that nobody has looked at. */
export function createUnseenEndTable(db: Database): UnseenEndTable {
  const { orm } = db
  const ofOne = eq(unseenEnds.conversationId, sql.placeholder('conversationId'))
  const find = orm.select().from(unseenEnds).where(ofOne).prepare()
  const clear = orm.delete(unseenEnds).where(ofOne).prepare()
  const mark = orm
    .insert(unseenEnds)
    .values({ conversationId: sql.placeholder('conversationId'), ended: sql.placeholder('ended') })
    .onConflictDoUpdate({ target: unseenEnds.conversationId, set: { ended: sql`excluded.ended` } })
    .prepare()
  return {
    get: (conversationId) => find.get({ conversationId })?.ended ?? null,
    all: () =>
      new Map(
        orm
          .select()
          .from(unseenEnds)
          .all()
          .map(({ conversationId, ended }) => [conversationId, ended]),
      ),
    mark: (conversationId, ended) => void mark.run({ conversationId, ended }),
    clear: (conversationId) => clear.run({ conversationId }).changes > 0,
  }
}
