import type { z } from 'zod'
import type { ToolOf, WriteTool } from '../../../shared/tool/define'
import type { Implementation } from '../../../shared/tool/runtime'
import type filesModule from '../module'

/** The implementation of one tool of this module. */
export type FileTool<Name extends (typeof filesModule)['tools'][number]['name']> = Implementation<
  ToolOf<typeof filesModule, Name>
>

/** The state that one tool of this module answers. */
export type FileToolState<Name extends (typeof filesModule)['tools'][number]['name']> = z.output<
  ToolOf<typeof filesModule, Name>['output']
>

/** The plan of one tool of this module. */
export type FilePlan<Name extends (typeof filesModule)['tools'][number]['name']> = z.output<
  Extract<ToolOf<typeof filesModule, Name>, WriteTool>['plan']
>
