import type { Conversations } from '../../services/conversations'
import type { Procedures } from '../procedures'

/** What the contract says of conversations. */
export function conversationRoutes(os: Procedures, conversations: Conversations) {
  return {
    list: os.conversations.list.handler(() => [...conversations.list()]),
    snapshot: os.conversations.snapshot.handler(({ input }) => conversations.tail(input.id)),
    page: os.conversations.page.handler(({ input }) => {
      const { messages, ...page } = conversations.page(input)
      return { ...page, messages: [...messages] }
    }),
    seen: os.conversations.seen.handler(({ input }) => conversations.seen(input.id)),
    rename: os.conversations.rename.handler(({ input }) => conversations.rename(input.id, input.title)),
    arrange: os.conversations.arrange.handler(({ input }) => conversations.arrange(input)),
    remove: os.conversations.remove.handler(({ input }) => {
      conversations.remove(input.id)
      return { id: input.id }
    }),
    restore: os.conversations.restore.handler(({ input }) => conversations.restore(input.id)),
    trash: os.conversations.trash.handler(() => [...conversations.trash()]),
    removeForGood: os.conversations.removeForGood.handler(({ input }) => {
      conversations.removeForGood(input.id)
      return { id: input.id }
    }),
    folders: os.conversations.folders.handler(() => [...conversations.folders()]),
    createFolder: os.conversations.createFolder.handler(({ input }) =>
      conversations.putFolder({ id: null, ...input }),
    ),
    renameFolder: os.conversations.renameFolder.handler(({ input }) => conversations.putFolder(input)),
    removeFolder: os.conversations.removeFolder.handler(({ input }) => {
      conversations.removeFolder(input.id)
      return { id: input.id }
    }),
    search: os.conversations.search.handler(({ input }) => conversations.search(input.words, input.limit)),
    find: os.conversations.find.handler(async ({ input }) => ({
      places: await conversations.find(input.id, input.words),
    })),
    export: os.conversations.export.handler(({ input }) => conversations.export(input.id, input.format)),
    send: os.conversations.send.handler(({ input, context }) => conversations.send({ ...input, ...context })),
    drawPicture: os.conversations.drawPicture.handler(({ input }) => conversations.drawPicture(input.data)),
    unqueue: os.conversations.unqueue.handler(({ input }) => conversations.unqueue(input)),
    sendQueued: os.conversations.sendQueued.handler(({ input, context }) =>
      conversations.sendQueued({ ...input, ...context }),
    ),
    tryNow: os.conversations.tryNow.handler(({ input }) => ({ tried: conversations.tryNow(input.runId) })),
    edit: os.conversations.edit.handler(({ input, context }) => conversations.edit({ ...input, ...context })),
    regenerate: os.conversations.regenerate.handler(({ input, context }) =>
      conversations.regenerate({ ...input, ...context }),
    ),
    showMessage: os.conversations.showMessage.handler(({ input }) => conversations.showMessage(input)),
    stop: os.conversations.stop.handler(({ input }) => ({ stopped: conversations.stop(input.runId) })),
    retry: os.conversations.retry.handler(({ input, context }) =>
      conversations.retry({ ...input, ...context }),
    ),
  }
}
