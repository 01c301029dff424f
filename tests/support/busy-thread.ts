import { existsSync, writeFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { z } from 'zod'
import { inTurns } from '../../src/main/library/index/turns'
import { serveRequests } from '../../src/main/workers/serve-requests'

/** Entry of a thread that is long within the database's native code, which calls it back, never done in its turns, or hangs. */

const requestSchema = z.object({ id: z.int(), kind: z.enum(['work', 'hang', 'turns']), begun: z.string() })

serveRequests({
  schema: requestSchema,
  async answer({ kind, begun }) {
    // Not run where it is ended by force.
    process.on('exit', () => writeFileSync(`${begun}.exited`, ''))
    if (kind === 'hang') return hang(begun)
    if (kind === 'turns') return await turnsWithoutPause(begun)
    const db = new BetterSqlite3(':memory:')
    db.table('busy', {
      columns: ['number'],
      *rows() {
        writeFileSync(begun, '')
        const end = performance.now() + 300
        while (performance.now() < end) existsSync(begun)
        yield [1]
      },
    })
    const sum = db.prepare('SELECT sum(number) FROM busy').pluck().get()
    writeFileSync(`${begun}.ended`, '')
    return sum
  },
})

function hang(begun: string): never {
  writeFileSync(begun, '')
  for (;;) existsSync(begun)
}

/** What is done between two turns takes longer than the pause would. */
function turnsWithoutPause(begun: string): Promise<void> {
  writeFileSync(begun, '')
  const spin = () => {
    for (const end = performance.now() + 20; performance.now() < end; ) existsSync(begun)
  }
  return inTurns(() => ({ more: true, locked: performance.now(), released: performance.now() }), spin)
}
