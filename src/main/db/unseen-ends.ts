import { eq } from 'drizzle-orm'
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
  const of = (conversationId: string) => eq(unseenEnds.conversationId, conversationId)
  return {
    get: (conversationId) => orm.select().from(unseenEnds).where(of(conversationId)).get()?.ended ?? null,
    all: () =>
      new Map(
        orm
          .select()
          .from(unseenEnds)
          .all()
          .map(({ conversationId, ended }) => [conversationId, ended]),
      ),
    mark(conversationId, ended) {
      orm
        .insert(unseenEnds)
        .values({ conversationId, ended })
        .onConflictDoUpdate({ target: unseenEnds.conversationId, set: { ended } })
        .run()
    },
    clear: (conversationId) => orm.delete(unseenEnds).where(of(conversationId)).run().changes > 0,
  }
}
