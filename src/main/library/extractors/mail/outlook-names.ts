import type { CompoundStorage } from '../compound/compound-file'

/** The set of names that appointments have, as its bytes in hexadecimal (PSETID_Appointment; MS-OXPROPS, 1.3.2). */
const APPOINTMENT_SET = '0220060000000000c000000000000046'

/** Properties of appointments, by their numbers in that set (MS-OXPROPS, 2). */
export const APPOINTMENT = { location: 0x8208, start: 0x820d, end: 0x820e } as const

/** Sets before the first one that a file lists (MS-OXMSG, 2.2.3.1.2), the number of the first property with a name. */
const KNOWN_SETS = 3
const FIRST_NAMED = 0x8000

const SET_BYTES = 16
const ENTRY_BYTES = 8

/** The properties in which a file keeps what its appointments' names stand for; a name has another number in each file. */
export function appointmentProperties(root: CompoundStorage): ReadonlyMap<number, number> {
  const names = root.storage('__nameid_version1.0')
  const sets = names?.stream('__substg1.0_00020102')?.toString('hex') ?? ''
  const entries = names?.stream('__substg1.0_00030102') ?? Buffer.alloc(0)
  const found = new Map<number, number>()
  for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
    const kindAndSet = entries.readUInt16LE(at + 4)
    // The lowest bit tells names that are words, which have no number.
    const isNumber = (kindAndSet & 1) === 0
    const from = ((kindAndSet >> 1) - KNOWN_SETS) * SET_BYTES * 2
    if (isNumber && from >= 0 && sets.startsWith(APPOINTMENT_SET, from)) {
      found.set(entries.readUInt32LE(at), FIRST_NAMED + entries.readUInt16LE(at + 6))
    }
  }
  return found
}
