import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { type Client, fromClientError } from '../../../src/main/rpc/client'
import type { Proposal } from '../../../src/shared/contract/changes'
import { toErrorShape } from '../../../src/shared/errors'

/** How a decision ended: what the proposal is by then, and what was said, whichever way. */
export interface Decision {
  readonly status: Proposal['status']
  readonly code: string | null
  readonly said: string
}

/** Approves a proposal, whatever comes of it. */
export async function approve(client: Client, { id }: Pick<Proposal, 'id'>): Promise<Decision> {
  const { planHash, typeToConfirm } = await client.proposals.get({ id })
  try {
    const { proposal, result } = await client.proposals.approve({
      id,
      planHash,
      typed: typeToConfirm ?? undefined,
    })
    return { status: proposal.status, code: result?.error?.code ?? null, said: proposal.reason ?? '' }
  } catch (error) {
    const { code, message } = toErrorShape(fromClientError(error))
    return { status: (await client.proposals.get({ id })).status, code, said: message }
  }
}

/** What is wrong when something is refused, by its code and its sentence. */
export async function refusal(work: Promise<unknown>): Promise<{ code: string; said: string }> {
  try {
    await work
  } catch (error) {
    const { code, message } = toErrorShape(fromClientError(error))
    return { code, said: message }
  }
  throw new Error('It was not refused.')
}

/** Applies what was refused, after the cause is gone: by the same proposal, or by proposing it again. */
export async function applyAfterAll(client: Client, refused: Pick<Proposal, 'id'>): Promise<void> {
  const { status, id } = await client.proposals.get({ id: refused.id })
  const again = status === 'pending' ? { id } : await client.proposals.proposeAgain({ id })
  expect(await approve(client, again)).toMatchObject({ status: 'applied' })
}

/** Entries of a folder and everything below it that are not whole things: temporary and half-made ones. */
export function leftovers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(^|\/)(\.countersign-|\.incoming-|incoming$)|\.(tmp|unfinished|new)$/.test(path),
  )
}
