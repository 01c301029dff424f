// Loaded before the application (`--import`): makes chosen calls of the file system fail, or the process die in them.
// Which, is in the file that COUNTERSIGN_TEST_DISK_FAULTS names; see disk-faults.ts.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { constants } from 'node:os'
import { basename, dirname, join } from 'node:path'

const orders = process.env.COUNTERSIGN_TEST_DISK_FAULTS
const { readFileSync, readlinkSync, appendFileSync, realpathSync } = fs
const seen = new Map()

/** What the call is really about: the application reaches entries of a folder through its open handle. */
function realPath(path) {
  const text = path instanceof URL ? path.pathname : String(path)
  try {
    return join(realpathSync(dirname(text)), basename(text))
  } catch {
    return text
  }
}

function pathOf(descriptor) {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}

/** The orders as they are now: a test writes them when it is ready. */
function ordersNow() {
  try {
    return JSON.parse(readFileSync(orders, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function failWhereOrdered(call, path) {
  for (const order of ordersNow()) {
    if (order.call !== call || !new RegExp(order.path).test(path)) continue
    const key = JSON.stringify(order)
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    if (count <= (order.after ?? 0) || count > (order.after ?? 0) + (order.times ?? Infinity)) continue
    appendFileSync(`${orders}.happened`, `${JSON.stringify({ call, path, errno: order.errno })}\n`)
    if (order.errno === 'KILL') process.kill(process.pid, 'SIGKILL')
    const number = constants.errno[order.errno]
    throw Object.assign(new Error(`${order.errno}: made to fail, ${call} '${path}'`), {
      code: order.errno,
      errno: -number,
      syscall: call,
      path,
    })
  }
}

/** Calls by path; of two paths the second is where something comes to be. */
const byPath = {
  open: 0,
  readFile: 0,
  writeFile: 0,
  rename: 1,
  link: 1,
  unlink: 0,
  mkdir: 0,
  rm: 0,
  symlink: 1,
  chmod: 0,
}
for (const [call, which] of Object.entries(byPath)) {
  const promised = fs.promises[call]
  fs.promises[call] = async (...args) => {
    failWhereOrdered(call, realPath(args[which]))
    return promised.apply(fs.promises, args)
  }
  const synchronous = fs[`${call}Sync`]
  fs[`${call}Sync`] = (...args) => {
    failWhereOrdered(call, realPath(args[which]))
    return synchronous.apply(fs, args)
  }
}

const fsyncSync = fs.fsyncSync
fs.fsyncSync = (descriptor) => {
  failWhereOrdered('fsync', pathOf(descriptor))
  return fsyncSync(descriptor)
}

const probe = await fs.promises.open(new URL(import.meta.url))
const handle = Object.getPrototypeOf(probe)
await probe.close()
for (const [method, call] of [
  ['sync', 'fsync'],
  ['writeFile', 'write'],
  ['write', 'write'],
  ['writev', 'write'],
  ['read', 'read'],
  ['chmod', 'chmod'],
]) {
  const original = handle[method]
  handle[method] = async function (...args) {
    failWhereOrdered(call, pathOf(this.fd))
    return original.apply(this, args)
  }
}
syncBuiltinESMExports()
