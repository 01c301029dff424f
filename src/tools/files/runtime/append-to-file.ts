import type { z } from 'zod'
import type { FileService } from '../../../main/files/service'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { quoted } from '../../../shared/text/quoted'
import type { ToolOf, WriteTool } from '../../../shared/tool/define'
import type { Planned } from '../../../shared/tool/runtime'
import { diffSplices } from '../../../text-change/splice-diff'
import { lineCount } from '../../../text-change/text-diff'
import type filesModule from '../module'
import { carryOut } from './carry-out'
import { editPreview } from './edit-preview'
import { requireSameBase } from './narrow'
import type { FilePlan, FileTool, FileToolState } from './types'
import { oddFileInWords } from './wording'

type AppendInput = z.output<Extract<ToolOf<typeof filesModule, 'append_to_file'>, WriteTool>['input']>

/** Implements `append_to_file`. */
export function appendToFileTool(files: FileService): FileTool<'append_to_file'> {
  return {
    plan: (input, { pendingPlans }) => appending(files, input, pendingPlans?.()),
    async edit({ plan, input }, { content }) {
      const planned = await appending(files, { ...input, content })
      requireSameBase(planned.plan, plan)
      return planned
    },
    textToEdit: async ({ input }) => input.content,
    ...carryOut<FileToolState<'append_to_file'>>(
      files,
      ({ path, lines }) => `Appended ${counted(lines, 'line')} to ${quoted(path)}.`,
    ),
  }
}

async function appending(
  files: FileService,
  input: AppendInput,
  pending?: Parameters<FileService['readForEdit']>[1],
): Promise<Planned<FilePlan<'append_to_file'>>> {
  const file = await files.readForEdit(input.path, pending)
  const crlf = file.lineEnding === 'crlf'
  const lineEnd = crlf ? '\r\n' : '\n'
  const content = crlf ? input.content.replace(/(?<!\r)\n/g, '\r\n') : input.content
  const between = input.new_line && file.text !== '' && !file.text.endsWith('\n') ? lineEnd : ''
  const end = file.text.length
  const splices = [{ start: end, end, text: between + content }]
  const { change, size } = await files.planRewrite(file, splices)
  const diff = diffSplices(file.text, splices)
  const odd = oddFileInWords({ mode: file.state.mode, links: file.links })
  const outcome = {
    path: file.path,
    name: file.name,
    lines: lineCount(input.content),
    size_before: file.state.size,
    size,
  }
  return {
    plan: { ...change, outcome },
    ...(odd.length === 0 ? {} : { raise: { class: 'destructive_update' as const, reason: odd } }),
    preview: editPreview(say('files.append', { path: file.path, lines: outcome.lines }), file, size, diff),
  }
}
