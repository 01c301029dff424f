import { createGate } from '../../../src/main/agent/gate'
import { createRegistry } from '../../../src/main/agent/registry'
import { openDatabase } from '../../../src/main/db/open'
import { person } from '../../../src/shared/actor'
import { type ShelfHooks, shelfModule, shelfRuntime } from './shelf'

/** What a child process does before it is killed. */
export interface CrashOrder {
  readonly database: string
  readonly shelf: string
  readonly act: 'approve' | 'undo' | 'reject'
  readonly id: string
  readonly dieAt: 'before_journal' | 'after_journal' | 'half_way' | 'after_effect' | 'after_commit'
}

/** Runs the order in this process, which does not come back from it. */
export async function crash(order: CrashOrder): Promise<void> {
  const die = () => {
    process.kill(process.pid, 'SIGKILL')
  }
  const at = (place: CrashOrder['dieAt']) => (order.dieAt === place ? die : () => undefined)
  const hooks: ShelfHooks = {
    beforeJournal: at('before_journal'),
    afterJournal: at('after_journal'),
    afterFirst: at('half_way'),
    afterEffect: at('after_effect'),
  }
  const gate = createGate({
    db: openDatabase(order.database),
    registry: createRegistry([shelfModule], new Map([['shelf', shelfRuntime(order.shelf, hooks)]])),
    publish: () => undefined,
    now: () => new Date(),
  })
  if (order.act === 'reject') await gate.reject({ id: order.id, reason: 'Not this one', by: person })
  if (order.act === 'approve') {
    const { planHash, typeToConfirm } = gate.proposal(order.id)
    await gate.approve({ id: order.id, planHash, typed: typeToConfirm ?? undefined, by: person })
  }
  if (order.act === 'undo') {
    await gate.undo({ id: order.id, by: person, signal: new AbortController().signal })
  }
  die()
}
