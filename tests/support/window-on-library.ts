import { rmSync } from 'node:fs'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { openTestCore, type TestCore } from './open-test-core'
import { freshFolder } from './start-host'

/** A core as a person at the window has it, and a folder for what they add. */
export interface WindowOnLibrary {
  readonly test: TestCore
  readonly client: Client
  readonly papers: string
  close(): Promise<void>
}

/** Opens one; the first may have to build the workers. */
export async function openWindowOnLibrary(): Promise<WindowOnLibrary> {
  const test = await openTestCore()
  const papers = freshFolder('papers')
  const client = clientInProcess(test.core.router, { actor: person, approval: null })
  return {
    test,
    client,
    papers,
    async close() {
      await test.close()
      rmSync(papers, { recursive: true, force: true })
    },
  }
}
