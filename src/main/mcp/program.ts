import type { Client } from '../rpc/client'
import type { McpCore } from './create-server'

/** A way to the core that is bound to one program: what it reads counts for all that it asks for after. */
export interface ProgramSession {
  readonly client: Client
  close(): Promise<void>
}

/** Opens a session for the program of this name, with a run of its own. */
export type OpenProgram = (name: string) => Promise<ProgramSession>

/** One program at the other end of a wire. */
export interface Program {
  readonly core: McpCore
  close(): Promise<void>
}

/** Has one session for one program, opened at its first call by the name that it has then. */
export function createProgram(open: OpenProgram): Program {
  let session: Promise<ProgramSession> | null = null
  return {
    core: {
      async client(name) {
        session ??= open(name)
        try {
          return (await session).client
        } catch (error) {
          // The folder may be free at the next call.
          session = null
          throw error
        }
      },
    },
    async close() {
      await (await session)?.close()
    },
  }
}
