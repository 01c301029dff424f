import { noArguments, parseCommand } from '../arguments'
import { exitStatus } from '../exit-status'
import type { Command } from './command'

/** Prints the catalog of tools. */
export const tools: Command = {
  usage: '',
  summary: 'List every tool with its class and input.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, {})
    noArguments(positionals, 'tools')
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const catalog = await session.client.tools.catalog()
      out.document(
        catalog.map((tool) => ({
          name: tool.name,
          title: tool.title,
          description: tool.description,
          module: tool.module,
          class: tool.class,
          input_schema: tool.inputSchema,
          aliases: tool.aliases,
        })),
      )
      for (const tool of catalog) out.text(`${tool.name.padEnd(24)} ${tool.class.padEnd(20)} ${tool.title}`)
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}
