import type { EmbeddingService } from '../../library/embedding/service'
import type { Procedures } from '../procedures'

/** What the contract says of search by meaning. */
export function embeddingRoutes(os: Procedures, embedding: EmbeddingService) {
  return {
    status: os.embedding.status.handler(() => embedding.status()),
    test: os.embedding.test.handler(({ input }) => embedding.test(input)),
    choose: os.embedding.choose.handler(({ input }) => embedding.choose(input)),
    setKey: os.embedding.setKey.handler(({ input }) =>
      embedding.setKey(input.provider, input.address, input.key),
    ),
    switchOff: os.embedding.switchOff.handler(() => embedding.switchOff()),
    pause: os.embedding.pause.handler(() => embedding.pause()),
    goOn: os.embedding.goOn.handler(() => embedding.goOn()),
    remove: os.embedding.remove.handler(() => embedding.remove()),
  }
}

/** What the contract says of the models for it that run on this machine. */
export function embeddingModelRoutes(os: Procedures, { models }: EmbeddingService) {
  return {
    list: os.embeddingModels.list.handler(() => models.list()),
    download: os.embeddingModels.download.handler(({ input }) => models.download(input)),
    stop: os.embeddingModels.stop.handler(({ input }) => models.stop(input.id)),
    take: os.embeddingModels.take.handler(({ input }) => models.take(input.id, input.folder)),
    remove: os.embeddingModels.remove.handler(({ input }) => models.remove(input.id)),
  }
}
