import type { WebService } from '../../src/main/web/service'

function none(): never {
  throw new Error('Nothing is fetched in this test.')
}

/** For tests of tools that have nothing to do with the web. */
export const noWeb: WebService = {
  limits: { page: 0, crawl: 0 },
  runsScripts: () => false,
  check: none,
  fetch: async () => none(),
}
