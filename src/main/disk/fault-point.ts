import { isMainThread } from 'node:worker_threads'

/**
 * Every instant at which a crash is tested, in the order in which one change passes them. Named after what has just
 * happened; tests go through all of them and fail when one is passed by no test.
 */
export const faultPoints = [
  // A transaction that is still open, then the same when it is durable.
  'proposal inserted',
  'proposal stored',
  'rejection written',
  'rejection stored',
  'decision written',
  'decision stored',
  'use of grant written',
  'use of grant stored',
  // The store of contents: what a change replaces, and what it will write.
  'content begun',
  'content synced',
  'content named',
  'content stored',
  // The effect.
  'inverse journaled',
  'temporary created',
  'temporary written',
  'temporary synced',
  'parent checked',
  'file named',
  'file replaced',
  'file leaving',
  'file removed',
  'folder synced',
  'folder made',
  'folder removed',
  'trash prepared',
  'trash taken',
  'trash recorded',
  'trash returned',
  'trash emptied',
  'trash copied',
  'entry copied',
  'copy whole',
  'entry moving',
  'entry placed',
  'original leaving',
  'step taken',
  'collection inserted',
  'collection changed',
  'collection removed',
  'collection restored',
  'document inserted',
  'document changed',
  'document removed',
  'document restored',
  'document restarted',
  'version inserted',
  'version exchanged',
  'note inserted',
  'note changed',
  'note removed',
  'note restored',
  'contacts written',
  'tasks written',
  'conversation begun',
  'messages written',
  // The ledger.
  'effect done',
  'gathered',
  'ledger written',
  'audit written',
  'change stored',
  // Taking back what a crash or a failure left half done.
  'leftovers removed',
  'rollback done',
  'rollback written',
  'rollback stored',
] as const

/** The same of a backup and of a restore, in their order. */
export const dataFaultPoints = [
  'backup written',
  'backup stored',
  'restore unpacked',
  'restore prepared',
  'restore marked',
  'former moved',
  'restored moved',
  'restore in place',
  'restore done',
] as const

/** An instant at which a crash is tested. */
export type FaultPoint = (typeof faultPoints)[number] | (typeof dataFaultPoints)[number]

/** Names a {@link FaultPoint} and the how manieth time it is passed: `temporary synced:2`; `:1` may be left out. */
const VARIABLE = 'COUNTERSIGN_FAULT_POINT'

interface Armed {
  readonly point: string
  passesLeft: number
}

const armed = arm()

/**
 * Where the process ends like in a power failure when a test asks for it. Does nothing unless the variable named this
 * point when the process started, and never anything in a packaged application.
 */
export function faultPoint(point: FaultPoint): void {
  if (armed === null || armed.point !== point) return
  armed.passesLeft--
  // No handler, no flush, no lock let go.
  if (armed.passesLeft === 0) process.kill(process.pid, 'SIGKILL')
}

function arm(): Armed | null {
  const asked = process.env[VARIABLE]
  // Workers pass the same points in any order: which pass is meant would be chance.
  if (asked === undefined || asked === '' || isPackaged() || !isMainThread) return null
  const { point, pass = '1' } = /^(?<point>[^:]+)(?::(?<pass>\d{1,6}))?$/.exec(asked)?.groups ?? {}
  const known = [...faultPoints, ...dataFaultPoints].find((each) => each === point)
  // A test that misspells a point would otherwise wait for a crash that never comes.
  if (known === undefined) throw new Error(`${VARIABLE} names no fault point: ${asked}`)
  return { point: known, passesLeft: Number(pass) }
}

/** Electron says of an application that is started from its sources that it is the default one. */
function isPackaged(): boolean {
  if (process.versions.electron === undefined) return false
  return !('defaultApp' in process && process.defaultApp === true)
}
