import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { z } from 'zod'
import type { ToolNames, ToolOf } from '../../src/shared/tool/define'
import filesModule from '../../src/tools/files/module'
import createRuntime from '../../src/tools/files/runtime'
import { callContext } from './call-context'
import { type effectContext, type OpenFiles, openFiles, planned } from './open-files'

type Name = ToolNames<typeof filesModule>
/** What a tool for files may be given. */
export type InputOf<N extends Name> = z.input<ToolOf<typeof filesModule, N>['input']>

/** Fills in defaults as the gate does. */
function checked<N extends Name>(name: N, input: InputOf<N>) {
  const schema = filesModule.tools.find((tool) => tool.name === name)
  // The tool of that name has the input of that name.
  return schema?.input.parse(input) as z.output<ToolOf<typeof filesModule, N>['input']>
}

/** The one inverse that an effect stored. */
export function journaled(effect: ReturnType<typeof effectContext>) {
  const [inverse] = effect.journaled
  if (inverse === undefined) throw new Error('nothing journaled')
  return inverse
}

/** Tools over a granted folder, fresh before each test of this file or group. */
export function setUpFilesDesk() {
  let opened: { readonly files: OpenFiles; readonly tools: ReturnType<typeof createRuntime> } | undefined
  const now = () => {
    if (opened === undefined) throw new Error('The desk is there only while its tests run.')
    return opened
  }
  beforeEach(async () => {
    const files = openFiles()
    opened = { files, tools: createRuntime({ files: files.files }) }
    await files.grants.grant(files.docs, 'read_write', 'flag')
  })
  afterEach(() => now().files.close())
  return {
    get open() {
      return now().files
    },
    /** The granted folder. */
    get docs() {
      return now().files.docs
    },
    get tools() {
      return now().tools
    },
    /** The path of a name in the granted folder. */
    at: (name: string) => join(now().files.docs, name),
    list: (input: InputOf<'list_directory'>) =>
      now().tools.list_directory.run(checked('list_directory', input), callContext),
    find: (input: InputOf<'find_files'>) =>
      now().tools.find_files.run(checked('find_files', input), callContext),
    search: (input: InputOf<'search_file_contents'>, signal = callContext.signal) =>
      now().tools.search_file_contents.run(checked('search_file_contents', input), {
        ...callContext,
        signal,
      }),
    read: (input: InputOf<'read_file'>) =>
      now().tools.read_file.run(checked('read_file', input), callContext),
    planCreate: async (input: InputOf<'create_file'>) =>
      planned(await now().tools.create_file.plan(checked('create_file', input), callContext)),
    planEdit: async (input: InputOf<'edit_file'>) =>
      planned(await now().tools.edit_file.plan(checked('edit_file', input), callContext)),
    planTrash: async (input: InputOf<'trash_files'>) =>
      planned(await now().tools.trash_files.plan(checked('trash_files', input), callContext)),
  }
}
