import type { HttpTools } from '../../http-tools/service'
import type { Procedures } from '../procedures'

/** What the contract says of tools that ask an address. */
export function httpToolRoutes(os: Procedures, tools: HttpTools) {
  return {
    list: os.httpTools.list.handler(() => [...tools.list()]),
    save: os.httpTools.save.handler(({ input, context }) =>
      tools.save(input.id, input.draft, context.actor, input.revision),
    ),
    enable: os.httpTools.enable.handler(({ input, context }) =>
      tools.enable(input.id, input.enabled, context.actor),
    ),
    remove: os.httpTools.remove.handler(({ input, context }) => tools.remove(input.id, context.actor)),
  }
}
