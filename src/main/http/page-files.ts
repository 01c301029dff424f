import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import sirv from 'sirv'

/**
 * Files that a connection may have asked for; it is given one after the other. Browsers ask for the next when they have
 * the one before; whoever asks for thousands and reads none would have them all open, and in memory as far as nobody
 * takes them.
 */
const filesAtOnce = 6

/** Begins the answer to one request. */
type Send = () => void

/** Answers with a file of the page, or calls `isNone`. */
export type PageFiles = (request: IncomingMessage, response: ServerResponse, isNone: () => void) => void

/** Serves the page's own files, each of which is open for as long as its answer alone. */
export function createPageFiles(folder: string): PageFiles {
  const files = sirv(folder, {
    etag: true,
    // Looks at the disk each time: a build of another version may take the place of these files meanwhile.
    dev: true,
    setHeaders: (response, path) => response.setHeader('cache-control', howLongKept(path)),
  })
  const asked = new WeakMap<Socket, Send[]>()

  return (request, response, isNone) => {
    const { socket } = request
    const waiting = asked.get(socket) ?? []
    asked.set(socket, waiting)
    if (waiting.length === filesAtOnce) return void socket.destroy()
    let isOver = false
    let file: Readable | null = null
    const send = (): void => {
      try {
        files(request, response, isNone)
      } catch {
        isNone()
      }
    }
    const end = (): void => {
      if (isOver) return
      isOver = true
      const isFirst = waiting[0] === send
      waiting.splice(waiting.indexOf(send), 1)
      socket.off('close', end)
      // Where the answer is broken off, whoever sends it does not close it.
      file?.destroy()
      if (isFirst && !socket.destroyed) waiting[0]?.()
    }
    response.once('close', end)
    // An answer that was to come after others hears nothing of its end.
    socket.once('close', end)
    response.once('pipe', (sent) => {
      file = sent
      // A file that goes between two looks at it, or before it is opened, ends this answer and nothing else.
      sent.once('error', () => response.destroy())
      if (isOver) sent.destroy()
    })
    waiting.push(send)
    if (waiting.length === 1) send()
  }
}

/**
 * How long a browser keeps a file of the page: those that are named by their content for good (a year, the most that is
 * usual). Of others it has to ask each time: a page that it kept would be the one of the version before an update.
 */
function howLongKept(path: string): string {
  return path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache'
}
