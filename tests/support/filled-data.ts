import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { finishRestore } from '../../src/main/data/pending-restore'
import { createRestorer } from '../../src/main/data/restorer'
import { createDataClient } from '../../src/main/data/worker-client'
import { createDataFolder, dataFolderAt } from '../../src/main/disk/data-folder'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { buildWorker } from './build-worker'
import { converse } from './converse'
import { decide, furnish } from './crash/cases'
import { settled } from './crash/picture'
import { createStage, type Stage } from './crash/stage'
import { openTestCore, type TestCore } from './open-test-core'
import { propose } from './propose'

/** Filling a data folder and putting it back may take so long on a busy machine (milliseconds). */
export const filledDataLimitMs = 120_000

/** A data folder of everything with its core, and a folder beside it for backups. */
export interface FilledData {
  readonly stage: Stage
  readonly test: TestCore
  /** What a person's window calls. */
  readonly client: Client
  readonly backups: string
  /** A path in the granted folder. */
  at(name: string): string
  /** Closes the core and opens another on the same folder. */
  startAgain(): Promise<void>
  /** Opens a core on another data folder, with the same grants. */
  open(data: string): Promise<TestCore>
  /** Restores into a folder of its own, as the command line does where nobody has it; answers its path. */
  restored(file: string, name: string): Promise<string>
}

/** What a person's window of this core calls. */
export const clientOf = ({ core }: TestCore): Client =>
  clientInProcess(core.router, { actor: person, approval: null })

/** Waits until no upload is left: one goes when its document is told as read, which the database says a moment earlier. */
export async function uploadsSpent({ folder }: TestCore): Promise<void> {
  await vi.waitFor(() => expect(readdirSync(folder.uploads)).toEqual([]), { timeout: 10_000 })
}

/** Has one filled data folder for all tests of this file. */
export function setUpFilledData(): FilledData {
  let filled: { readonly stage: Stage; readonly backups: string; test: TestCore; client: Client } | undefined
  const now = () => {
    if (filled === undefined) throw new Error('The data is there only while its tests run.')
    return filled
  }
  const open = (data: string): Promise<TestCore> => openTestCore({ data, roots: [now().stage.work] })

  beforeAll(async () => {
    const stage = createStage()
    const backups = join(stage.work, '..', 'backups')
    mkdirSync(backups)
    const test = await openTestCore({ data: stage.data, roots: [stage.work] })
    filled = { stage, backups, test, client: clientOf(test) }
    await fill(filled)
  }, filledDataLimitMs)
  afterAll(async () => {
    await filled?.test.close()
    filled?.stage.remove()
  })

  return {
    get stage() {
      return now().stage
    },
    get test() {
      return now().test
    },
    get client() {
      return now().client
    },
    get backups() {
      return now().backups
    },
    at: (name) => join(now().stage.work, name),
    async startAgain() {
      const all = now()
      await all.test.close()
      all.test = await open(all.stage.data)
      all.client = clientOf(all.test)
    },
    open,
    restored: (file, name) => restoredTo(join(now().stage.work, '..', name), file),
  }
}

/** Documents, a conversation, changes, trash with a link, grants, an assistant. */
async function fill({ stage, client }: { readonly stage: Stage; readonly client: Client }): Promise<void> {
  const at = (name: string) => join(stage.work, name)
  await furnish(stage, client)
  mkdirSync(at('odd/empty'), { recursive: true })
  writeFileSync(at('odd/back\\slash: a.txt'), 'odd', { mode: 0o640 })
  symlinkSync('/etc/hostname', at('odd/out'))
  await decide(client, 'trash_files', { paths: [at('odd')] })
  await decide(client, 'edit_file', {
    path: at('a.txt'),
    edits: [{ old_text: 'first', new_text: 'changed' }],
  })
  await converse(client, '/list_collections', filledDataLimitMs)
  const remembered = await propose(client, 'create_file', { path: at('folder/one.txt'), content: '1' })
  const { id, planHash } = remembered
  await client.proposals.approve({ id, planHash, remember: { scope: 'container', uses: 5 } })
  await propose(client, 'create_file', { path: at('never.txt'), content: 'never' })
  await client.policies.set({ assistant: 'default', tool: 'read_file', policy: 'deny' })
  await settled(client)
}

async function restoredTo(root: string, file: string): Promise<string> {
  const folder = dataFolderAt(root)
  createDataFolder(folder)
  const worker = createDataClient(fileURLToPath(await buildWorker('data')))
  try {
    await createRestorer({ folder, client: worker, now: () => new Date() }).prepare(file, {})
    expect(await finishRestore(folder)).not.toBeNull()
    return folder.root
  } finally {
    await worker.close()
  }
}
