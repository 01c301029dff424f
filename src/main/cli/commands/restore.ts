import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { BackupSummary, PendingRestore } from '../../../shared/contract/data'
import { formatBytes } from '../../../shared/format-bytes'
import { dateFormat } from '../../../shared/formatters'
import { finishRestore, removePending } from '../../data/pending-restore'
import { createRestorer } from '../../data/restorer'
import { createDataClient, type DataWork } from '../../data/worker-client'
import { acquireFolderLock } from '../../db/lock'
import { chosenDataFolder, createDataFolder, type DataFolder } from '../../disk/data-folder'
import { workerFiles } from '../../start/entry-folder'
import { onlyArgument, parseCommand, usageError } from '../arguments'
import { backupDocument, holdingsOfBackup, notesOfBackup } from '../backup-records'
import { createTeller, withDataJob } from '../data-job'
import { type ExitStatus, exitStatus } from '../exit-status'
import { inOneLine, type Output } from '../output'
import type { Command, CommandContext } from './command'

/** What is typed on a terminal: the present data is put aside as a whole. */
const confirmation = 'restore'

/** Puts a backup in the place of the data; works on a folder whose database can't be opened any more. */
export const restore: Command = {
  usage: 'FILE [--yes] | --cancel',
  summary: 'Put a backup in the place of the present data, which is kept beside.',
  async run(context) {
    const { values, positionals } = parseCommand(context.args, {
      yes: { type: 'boolean', default: false },
      cancel: { type: 'boolean', default: false },
    })
    const out = context.output(values.json)
    if (values.cancel && (positionals.length > 0 || values.yes)) throw usageError('--cancel stands alone.')
    const path = values.cancel ? null : resolve(onlyArgument(positionals, 'FILE'))
    // A script says it by the command, and what is there stays beside whatever it says; only a person can be asked.
    const yes = values.yes || !process.stdin.isTTY
    const folder = chosenDataFolder(values.data, process.env)
    createDataFolder(folder)
    const lock = acquireFolderLock(folder.lock)
    if (lock === null) return throughHolder(context, out, folder, path, yes)
    try {
      return path === null
        ? await cancelHere(folder, out)
        : await restoreHere(context, out, folder, path, yes)
    } finally {
      lock.release()
    }
  },
}

/** Nobody has the folder: nothing of it is opened, and the backup takes its place at once. */
async function restoreHere(
  { signal }: CommandContext,
  out: Output,
  folder: DataFolder,
  path: string,
  yes: boolean,
): Promise<ExitStatus> {
  const client = createDataClient(workerFiles().data)
  try {
    const restorer = createRestorer({ folder, client, now: () => new Date() })
    if (!(await confirmed(await restorer.look(path), out, yes, signal))) return exitStatus.failed
    const teller = createTeller(out)
    const progress: DataWork['progress'] = (stage, done, total) => teller({ stage, done, total })
    const pending = await restorer.prepare(path, { signal, progress })
    await finishRestore(folder)
    toldOfRestore(pending, out)
    return exitStatus.done
  } finally {
    await client.close()
  }
}

/** The application, or another command, has the folder: it prepares, and the next start restores. */
async function throughHolder(
  { open, signal }: CommandContext,
  out: Output,
  folder: DataFolder,
  path: string | null,
  yes: boolean,
): Promise<ExitStatus> {
  const session = await open({ data: folder.root })
  const { client } = session
  let pending: PendingRestore
  try {
    if (path === null) {
      toldOfCancelling((await client.data.cancelRestore()).cancelled, out)
      return exitStatus.done
    }
    if (!(await confirmed(await client.data.look({ path }), out, yes, signal))) return exitStatus.failed
    pending = await withDataJob(client, out, signal, () => client.data.prepareRestore({ path }, { signal }))
  } finally {
    await session.close()
  }
  const lock = acquireFolderLock(folder.lock)
  if (lock === null) {
    toldOfWaiting(pending, out)
    return exitStatus.done
  }
  // What held the folder was a command that has ended.
  try {
    await finishRestore(folder)
    toldOfRestore(pending, out)
    return exitStatus.done
  } finally {
    lock.release()
  }
}

async function cancelHere(folder: DataFolder, out: Output): Promise<ExitStatus> {
  toldOfCancelling(await removePending(folder), out)
  return exitStatus.done
}

function toldOfCancelling(cancelled: boolean, out: Output): void {
  out.document({ cancelled })
  out.text(cancelled ? 'The restore was given up. Nothing was changed.' : 'No restore waits.')
}

function toldOfRestore({ backup, former }: PendingRestore, out: Output): void {
  out.document({ status: 'restored', former, backup: backupDocument(backup) })
  const kept = `What was there before is in ${inOneLine(former ?? '')}; remove it when you no longer need it.`
  out.text(former === null ? 'Restored.' : `Restored. ${kept}`)
  out.note(
    'The search index is made again when Countersign is open; to make it now: countersign doctor --index rebuild',
  )
}

function toldOfWaiting({ backup, former }: PendingRestore, out: Output): void {
  out.document({ status: 'waiting', former, backup: backupDocument(backup) })
  out.text(
    'The backup was checked and is ready. Countersign is open: close it, and its next start restores. Until then give it up with: countersign restore --cancel',
  )
  if (former !== null) out.text(`What is there now will be in ${inOneLine(former)}.`)
}

/** Shows what would come; without `yes` the word has to be typed. */
async function confirmed(
  backup: BackupSummary,
  out: Output,
  yes: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { createdAt, application, bytes } = backup
  // In the language of the sentence, whatever that of the terminal is: 3/4 is another day there.
  const at = dateFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(createdAt)
  out.note(
    `Backup of ${at} by Countersign ${application}: ${holdingsOfBackup(backup)}, ${formatBytes(bytes)}.`,
  )
  for (const note of notesOfBackup(backup)) out.note(note)
  out.note(
    'Granted folders, rules and the address of the model server come from it: restore only a backup that you trust.',
  )
  if (yes) return true
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(
      `All present data is put aside, and this takes its place. Type ${confirmation} to go on: `,
      { signal },
    )
    if (answer.trim() === confirmation) return true
    out.note('Nothing was changed.')
    return false
  } finally {
    terminal.close()
  }
}
