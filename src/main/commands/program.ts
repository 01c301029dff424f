import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { systemCode } from '../files/disk-errors'
import { modifiedAt, nodeOf } from '../files/node-identity'

/** A program as it was found when it was shown. */
export interface Program {
  readonly path: string
  /** `device:inode` of what the path leads to. */
  readonly node: string
  readonly size: number
  readonly modifiedMs: number
  /**
   * Nanoseconds since 1970 of the last change of anything about it, which no program can set back as it can the time
   * before. Absent in what a former version planned.
   */
  readonly changedNs?: string | undefined
}

/**
 * Finds a program by its name on the search path, or looks at one that was given with its path. Throws `invalid_input`
 * for an empty name, `not_found` where there is no such program.
 */
export async function findProgram(
  name: string,
  environment: Readonly<Record<string, string>>,
  resolve: (path: string) => Promise<string>,
): Promise<Program> {
  if (name.trim() === '' || name.includes('\0')) {
    throw new AppError('invalid_input', 'The command has no program.', { field: 'command' })
  }
  if (/[\\/]/.test(name)) {
    const path = isAbsolute(name) ? name : await resolve(name)
    const program = await programAt(path)
    if (program !== null) return program
    throw new AppError('not_found', say('command.no_program', { path }), {
      field: 'command',
    })
  }
  const endings = process.platform === 'win32' ? ['.exe', '.com', ''] : ['']
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    // An empty or relative entry means the working folder: a file there must not pose as a program.
    if (!isAbsolute(folder)) continue
    for (const ending of endings) {
      const program = await programAt(join(folder, name + ending))
      if (program !== null) return program
    }
  }
  throw new AppError('not_found', say('command.unknown_program', { name }), { field: 'command' })
}

/** Throws `conflict` unless the program still is the one that was shown. */
export async function requireSameProgram(program: Program): Promise<void> {
  const now = await programAt(program.path)
  if (
    now === null ||
    now.node !== program.node ||
    now.size !== program.size ||
    now.modifiedMs !== program.modifiedMs ||
    (program.changedNs !== undefined && now.changedNs !== program.changedNs)
  ) {
    throw new AppError('conflict', say('command.program_replaced', { path: program.path }))
  }
}

async function programAt(path: string): Promise<Program | null> {
  try {
    const stats = await stat(path, { bigint: true })
    if (!stats.isFile()) return null
    await access(path, constants.X_OK)
    return {
      path,
      node: nodeOf(stats),
      size: Number(stats.size),
      modifiedMs: modifiedAt(stats),
      changedNs: String(stats.ctimeNs),
    }
  } catch (error) {
    // What can't be reached or run is not a program; the next folder may have one.
    if (systemCode(error) !== null) return null
    throw error
  }
}
