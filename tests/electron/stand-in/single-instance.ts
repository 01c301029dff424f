import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a second start tells the first. */
export type SecondStart = { argv: string[]; workingDirectory: string; additionalData: unknown }

const pending = new Set<Promise<void>>()

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Takes the lock of a user data folder, or tells its holder of this start and gives false. */
export function lockSingleInstance(
  folder: string,
  additionalData: unknown,
  onSecond: (start: SecondStart) => void,
) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'SingletonLock.stand-in')
  // Socket paths are limited to about 100 bytes, which a test's folder may exceed.
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  // On Linux an abstract socket, which leaves no file behind when its holder is killed.
  const socket = process.platform === 'linux' ? `\0stand-in-${name}` : join(tmpdir(), `stand-in-${name}.sock`)
  let held = claim(file)
  if (!held && !alive(Number(readFileSync(file, 'utf8')))) {
    rmSync(file, { force: true })
    held = claim(file)
  }
  if (!held) {
    const start: SecondStart = { argv: process.argv, workingDirectory: process.cwd(), additionalData }
    pending.add(
      new Promise((resolve) => {
        const client = connect(socket, () => client.end(JSON.stringify(start)))
        client.once('close', () => resolve())
        client.once('error', (error) => process.stderr.write(`[stand-in] second start: ${error.message}\n`))
      }),
    )
    return { held: false, release: () => undefined }
  }
  const removeSocket = () => {
    if (!socket.startsWith('\0')) rmSync(socket, { force: true })
  }
  removeSocket()
  const server = createServer((client) => {
    let text = ''
    client.setEncoding('utf8')
    client.on('data', (chunk: string) => {
      text += chunk
    })
    client.on('end', () => onSecond(JSON.parse(text) as SecondStart))
  })
  server.listen(socket)
  const release = () => {
    server.close()
    removeSocket()
    rmSync(file, { force: true })
  }
  return { held: true, release }
}

/** Resolves when a first instance has been told of this start. */
export async function secondStartSent(): Promise<void> {
  await Promise.all(pending)
}
