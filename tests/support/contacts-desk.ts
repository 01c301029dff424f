import { basename } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type ContactService, createContacts } from '../../src/main/contacts/service'
import { AppError } from '../../src/shared/errors'
import contactsModule from '../../src/tools/contacts/module'
import createContactsRuntime from '../../src/tools/contacts/runtime'
import { createBench, type GateBench } from './gate/bench'
import { partsOf, recordCalls } from './record-desk'

/** The tools of contacts behind a gate of their own, for each test of a file or group. */
export function setUpContacts() {
  let bench: GateBench
  let contacts: ContactService
  beforeEach(() => {
    // The gate of the bench has the database, which is there only once the gate is made.
    const late = new Proxy({} as ContactService, { get: (_, name: keyof ContactService) => contacts[name] })
    // The shelf's folder is granted, all else is not; how folders are is the matter of the file service's own tests.
    const files = {
      async resolveReadable(path: string) {
        if (!path.startsWith(bench.shelf))
          throw new AppError('outside_grant', `${basename(path)} is in no granted folder.`)
        return path
      },
      originOf: () => ({ origin: 'granted_folder' }) as const,
    }
    const runtime = createContactsRuntime({ contacts: late, files })
    bench = createBench([{ module: contactsModule, runtime }])
    contacts = open()
  })
  afterEach(() => bench.remove())

  function open(): ContactService {
    return createContacts(partsOf(bench))
  }

  const calls = recordCalls(() => bench)
  const desk = {
    get bench() {
      return bench
    },
    get contacts() {
      return contacts
    },
    ...calls,
    /** Adds one and gives its id. */
    add: (name: string, more: object = {}, by: Parameters<GateBench['call']>[2] = {}) =>
      calls.added('create_contact', { name, ...more }, by),
    /** All that is stored. */
    everything: () => structuredClone(contacts.all()),
  }
  return desk
}
