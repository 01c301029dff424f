import type { SettingsService } from '../../services/settings'
import type { Procedures } from '../procedures'

/** What the contract says of settings and of the model in use. */
export function settingsRoutes(os: Procedures, settings: SettingsService) {
  return {
    get: os.settings.get.handler(() => settings.get()),
    set: os.settings.set.handler(({ input }) => settings.set(input)),
    setKey: os.settings.setKey.handler(({ input }) => settings.setKey(input.key)),
    checkServer: os.settings.checkServer.handler(() => settings.checkServer()),
    prepareModel: os.settings.prepareModel.handler(async () => ({
      prepared: await settings.prepareModel(),
    })),
    takesPictures: os.settings.takesPictures.handler(async ({ input }) => ({
      takes: await settings.takesPictures(input.model),
    })),
    pageSpeaks: os.settings.pageSpeaks.handler(({ input }) => {
      settings.pageSpeaks(input)
      return { language: settings.language() }
    }),
    modelStatus: os.settings.modelStatus.handler(() => settings.modelStatus()),
    findLocalServers: os.settings.findLocalServers.handler(async () => [
      ...(await settings.findLocalServers()),
    ]),
    listModels: os.settings.listModels.handler(async () => [...(await settings.listModels())]),
  }
}
