import { setFlagsFromString } from 'node:v8'

/** By when a start and the first page are done, in milliseconds. */
const startLimitMs = 5000

/**
 * Lets a start keep what it loads without making room for much more like it: most of that stays for as long as the
 * program runs, and V8 would take it for a reason to hold 30 MB of room that is hardly used afterwards. Starts take as
 * long either way. Not for Electron, whose V8 may have its flags locked by then.
 */
export function startLean(): void {
  // What V8 multiplies its room for new objects by each time that much of it stays (`--v8-options`; 2 unless set).
  setFlagsFromString('--semi-space-growth-factor=1')
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=2'), startLimitMs).unref()
}
