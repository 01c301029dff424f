import { createGate } from '../../src/main/agent/gate'
import { type AnyRuntime, createRegistry } from '../../src/main/agent/registry'
import filesModule from '../../src/tools/files/module'
import createFilesRuntime from '../../src/tools/files/runtime'
import type { OpenFiles } from './open-files'

/** The file tools behind the gate, over folders of a test, of which the documents' folder is granted for writing. */
export async function gateOverFiles(open: OpenFiles): Promise<ReturnType<typeof createGate>> {
  await open.grants.grant(open.docs, 'read_write', 'dialog')
  // The registry takes every runtime without the exact types of its tools.
  const runtime = createFilesRuntime({ files: open.files }) as unknown as AnyRuntime
  const registry = createRegistry([filesModule], new Map([['files', runtime]]))
  return createGate({ db: open.db, registry, publish: () => undefined, now: () => new Date() })
}
