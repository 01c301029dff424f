import { z } from 'zod'
import { defineModule, defineReadTool } from './define'

/** The most tools that one call names. */
const mostNames = 20

const toolLine = z.object({ name: z.string(), title: z.string(), line: z.string() })
/** A tool as a list names it: what it is called and one line on what it does. */
export type ToolLine = z.infer<typeof toolLine>

/** What the loop answers itself: it does not pass the gate, because it does nothing but tell of tools. */
export const loopModule = defineModule({
  id: 'loop',
  title: 'Tools',
  icon: 'wrench',
  prompt: '',
  origin: 'own',
  tools: [
    defineReadTool({
      name: 'load_tools',
      title: 'Load tools',
      description:
        'Loads tools that you have but can’t call yet. names loads these tools; query finds tools by words for what they do and loads those that fit best. Load in one call all that the work needs. What is loaded can be called from your next turn on, and stays loaded in this conversation.',
      input: z
        .strictObject({
          names: z.array(z.string().max(200)).min(1).max(mostNames).optional(),
          query: z.string().min(1).max(200).optional().describe('A few words in English.'),
        })
        .refine(({ names, query }) => names !== undefined || query !== undefined, {
          message: 'give names or a query',
        }),
      output: z.object({
        loaded: z.array(toolLine),
        /** Those that were loaded before. */
        present: z.array(toolLine),
        /** Found by words too, but not loaded. */
        found: z.array(toolLine),
        /** There is no room for these. */
        refused: z.array(toolLine),
        /** There are no such tools. */
        unknown: z.array(z.string()),
      }),
      aliases: [],
    }),
  ],
})

/** The tool that loads the others. */
export const loadTools = loopModule.tools[0]
/** What {@link loadTools} answers. */
export type LoadedState = z.infer<typeof loadTools.output>
