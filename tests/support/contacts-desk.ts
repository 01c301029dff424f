import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createBlobStore } from '../../src/main/changes/blobs'
import { type ContactService, createContacts } from '../../src/main/contacts/service'
import { AppError } from '../../src/shared/errors'
import contactsModule from '../../src/tools/contacts/module'
import createContactsRuntime from '../../src/tools/contacts/runtime'
import { createBench, type GateBench } from './gate/bench'

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

  const blobFolder = () => join(bench.shelf, '..', 'blobs')

  function open(): ContactService {
    const publish = (event: (typeof bench.events)[number]) => void bench.events.push(event)
    const blobs = createBlobStore(blobFolder())
    return createContacts({ db: bench.db, blobs, publish, now: () => bench.clock.now().getTime() })
  }

  const desk = {
    get bench() {
      return bench
    },
    get contacts() {
      return contacts
    },
    /** Calls and expects an answer. */
    async read(tool: string, input: object, more: Parameters<GateBench['call']>[2] = {}) {
      const outcome = await bench.call(tool, input, more)
      if (outcome.status !== 'done' || !outcome.result.success) throw new Error(JSON.stringify(outcome))
      // What a tool answers was checked against its schema by the gate.
      return { ...outcome.result, state: outcome.result.state as Record<string, never> }
    },
    /** Proposes and approves; gives the entry of the ledger. */
    async done(tool: string, input: object, more: Parameters<GateBench['call']>[2] = {}) {
      const { proposal, result } = await bench.approve(await bench.propose(tool, input, more))
      if (proposal.changeId === null) throw new Error(`It was not applied: ${result?.content}`)
      return bench.gate.change(proposal.changeId)
    },
    /** Adds one and gives its id. */
    async add(name: string, more: object = {}, by: Parameters<GateBench['call']>[2] = {}): Promise<string> {
      const { preview } = await desk.done('create_contact', { name, ...more }, by)
      return preview.targets[0]?.reference ?? ''
    },
    /** Removes a content as the retention does. */
    letGo: (hash: string) => rmSync(join(blobFolder(), hash.slice(0, 2), hash)),
    /** All that is stored. */
    everything: () => structuredClone(contacts.all()),
  }
  return desk
}
