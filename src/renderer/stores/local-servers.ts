import { create } from 'zustand'
import type { LocalServer } from '../../shared/contract/settings'
import { answeringModel } from './answering-model'
import { changeSettings, findLocalServers } from './settings'
import { dropTyped } from './typed-settings'

/** The model servers that answered on this machine when they were looked for last; null until that is known. */
export const useFoundServers = create<{ readonly servers: readonly LocalServer[] | null }>(() => ({
  servers: null,
}))

/** Looks for them where nobody asked for it. */
export function lookForServers(): void {
  findLocalServers()
    .then((servers) => useFoundServers.setState({ servers }))
    // Nothing is offered then; in the settings a person looks for them and is told.
    .catch(() => useFoundServers.setState({ servers: [] }))
}

/** Has a server answer from now on. */
export async function takeLocalServer(server: LocalServer): Promise<void> {
  const model = answeringModel(server)
  await changeSettings({
    provider: 'anthropic',
    baseUrl: server.baseUrl,
    ...(model === null ? {} : { model }),
  })
  // What was typed was for another server.
  dropTyped('model')
}
