import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Host } from '../../host'
import type { EventHub } from '../../publish'
import type { CallsUnderWay } from '../calls-under-way'
import type { Doctor } from '../doctor'
import type { Procedures } from '../procedures'

const openableSchemes = new Set(['http:', 'https:', 'mailto:'])

/** What the contract says of this installation and its host. */
export function systemRoutes(
  os: Procedures,
  {
    host,
    hub,
    calls,
    doctor,
    version,
    dataFolder,
    mcpCommand,
  }: {
    readonly host: Host
    readonly hub: Pick<EventHub, 'publish'>
    readonly calls: CallsUnderWay
    readonly doctor: Doctor
    readonly version: string
    readonly dataFolder: string
    readonly mcpCommand: readonly string[]
  },
) {
  return {
    info: os.system.info.handler(() => ({
      version,
      host: host.kind,
      platform: process.platform,
      pid: process.pid,
      dataFolder,
      mcpCommand: [...mcpCommand],
      nativeDialogs: host.dialogs !== null,
      nativeNotifications: host.notifications !== null,
      pageBrowser: host.pageBrowsers !== null,
    })),
    doctor: os.system.doctor.handler(async ({ input, signal }) => {
      const checks = await doctor(input?.index ?? 'sample', calls.signalOf(signal))
      return { ok: checks.every((check) => check.ok), checks: [...checks] }
    }),
    openExternal: os.system.openExternal.handler(async ({ input }) => {
      await openExternal(host, input.url)
      return { opened: true }
    }),
    notify: os.system.notify.handler(({ input: { conversationId, title, body } }) => {
      const clicked = () => hub.publish({ type: 'conversation_wanted', id: conversationId })
      host.notifications?.show({ about: conversationId, title, body, clicked })
      return { shown: host.notifications !== null }
    }),
    focus: os.system.focus.handler(() => host.focus()),
    giveWay: os.system.giveWay.handler(() => ({ givesWay: host.giveWay() })),
  }
}

async function openExternal(host: Host, address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !openableSchemes.has(url.protocol)) {
    throw new AppError('denied', say('host.only_web'), { field: 'url' })
  }
  await host.openExternal(url.href)
}
