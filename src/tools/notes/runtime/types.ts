import type { z } from 'zod'
import type { ToolOf, WriteTool } from '../../../shared/tool/define'
import type { Implementation } from '../../../shared/tool/runtime'
import type notesModule from '../module'

type Name = (typeof notesModule)['tools'][number]['name']

/** The implementation of one tool of this module. */
export type NoteTool<N extends Name> = Implementation<ToolOf<typeof notesModule, N>>

/** The plan of one tool of this module. */
export type NotePlan<N extends Name> = z.output<Extract<ToolOf<typeof notesModule, N>, WriteTool>['plan']>
