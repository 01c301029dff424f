import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StepError, say } from './say.mjs'

// An install on a slow line takes minutes; past this, whoever holds the lock does not move any more.
const WAIT_LIMIT_MS = 10 * 60_000
const POLL_MS = 100

/**
 * Runs `work` while this process alone holds `folder` as a lock.
 *
 * The lock is a folder with one file in it, whose name says who holds it: `<pid>.<start of the process>.<n>`.
 * It appears with its content in one rename. A dead holder's lock is taken over by renaming that very file,
 * which can succeed once only: of two that find the holder dead, one wins and the other goes on waiting.
 */
export async function withLock(folder, work, { waitLimitMs = WAIT_LIMIT_MS, pollMs = POLL_MS } = {}) {
  const mark = `${process.pid}.${startOf(process.pid)}.${Math.random().toString(36).slice(2)}`
  const deadline = Date.now() + waitLimitMs
  let told = false
  while (!take(folder, mark)) {
    const holder = holderOf(folder)
    if (holder !== undefined && !alive(holder) && takeOver(folder, holder, mark)) break
    if (holder !== undefined && !told && alive(holder)) {
      say(`Waiting for process ${pidOf(holder)}, which is installing or building here …`)
      told = true
    }
    if (Date.now() > deadline) {
      throw new StepError(
        `Process ${holder === undefined ? '(unknown)' : pidOf(holder)} has been installing or building here for too long: end it, delete ${folder}, and try again.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  try {
    return await work()
  } finally {
    rmSync(join(folder, mark), { force: true })
    removeEmpty(folder)
  }
}

function take(folder, mark) {
  const prepared = `${folder}.${mark}`
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(prepared)
  writeFileSync(join(prepared, mark), '')
  try {
    // Renaming onto a folder that holds a file fails; onto none, or an empty one, it succeeds.
    renameSync(prepared, folder)
    return true
  } catch (error) {
    rmSync(prepared, { recursive: true })
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(error.code)) throw error
    // Windows does not rename onto an empty folder.
    if (process.platform === 'win32') removeEmpty(folder)
    return false
  }
}

function takeOver(folder, holder, mark) {
  try {
    renameSync(join(folder, holder), join(folder, mark))
    return true
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return false
  }
}

function holderOf(folder) {
  try {
    return readdirSync(folder)[0]
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return undefined
  }
}

function pidOf(holder) {
  return Number(holder.split('.')[0])
}

function alive(holder) {
  const pid = pidOf(holder)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  return startOf(pid) === holder.split('.')[1]
}

/** When a process started, so that another one which got its number later is not taken for it; 0 = unknown. */
function startOf(pid) {
  if (process.platform !== 'linux') return '0'
  try {
    // Field 22; the second field may hold spaces and ends with the last parenthesis (proc_pid_stat(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return '0'
  }
}

function removeEmpty(folder) {
  try {
    rmdirSync(folder)
  } catch (error) {
    // Someone else may have taken it, or removed it, since.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error
  }
}
