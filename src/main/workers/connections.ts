import { openWorkerConnection, type WorkerConnection } from '../db/worker-connection'

const connections = new Map<string, WorkerConnection>()

/** This thread's own connection to a database, which stays open for the next request. */
export function connect(path: string): WorkerConnection {
  const open = connections.get(path) ?? openWorkerConnection(path)
  connections.set(path, open)
  return open
}
