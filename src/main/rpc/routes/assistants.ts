import type { Assistants } from '../../services/assistants'
import type { Procedures } from '../procedures'

/** What the contract says of assistants. */
export function assistantRoutes(os: Procedures, assistants: Assistants) {
  return {
    list: os.assistants.list.handler(() => [...assistants.list()]),
    create: os.assistants.create.handler(({ input, context }) =>
      assistants.create({ ...input, by: context.actor }),
    ),
    change: os.assistants.change.handler(({ input, context }) =>
      assistants.change({ ...input, by: context.actor }),
    ),
    duplicate: os.assistants.duplicate.handler(({ input, context }) =>
      assistants.duplicate({ id: input.id, by: context.actor }),
    ),
    remove: os.assistants.remove.handler(({ input, context }) =>
      assistants.remove({ id: input.id, by: context.actor }),
    ),
    restore: os.assistants.restore.handler(({ input, context }) =>
      assistants.restore({ id: input.id, by: context.actor }),
    ),
    drawPicture: os.assistants.drawPicture.handler(({ input }) => assistants.drawPicture(input.data)),
    exportFile: os.assistants.exportFile.handler(({ input }) => assistants.exportFile(input.id)),
    importFile: os.assistants.importFile.handler(({ input, context }) =>
      assistants.importFile({ text: input.text, by: context.actor }),
    ),
  }
}
