import { Bot } from 'lucide-react'
import { useEffect } from 'react'
import type { LocalServer } from '../../../shared/contract/settings'
import { answeringModel } from '../../stores/answering-model'
import { lookForServers, takeLocalServer, useFoundServers } from '../../stores/local-servers'
import { goTo } from '../../stores/page'
import { isModelChosen, useSettings } from '../../stores/settings'
import { attempt, notify } from '../../stores/toasts'
import { serverText } from '../../text/server'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { sectionRoute } from '../settings/sections'

/** Offers the models that run on this machine, as long as nobody has chosen who answers. */
export function FoundServers() {
  const isOpen = useSettings((state) => state.model !== null && !isModelChosen(state))
  const servers = useFoundServers((found) => found.servers)
  useEffect(() => {
    if (isOpen) lookForServers()
  }, [isOpen])
  if (!isOpen) return null
  return servers.map((server) => {
    const model = answeringModel(server)
    return model === null ? null : <FoundServer key={server.baseUrl} server={server} model={model} />
  })
}

function FoundServer({ server, model }: { readonly server: LocalServer; readonly model: string }) {
  const t = serverText()
  const take = async () => {
    if (!(await attempt(takeLocalServer(server).then(() => true)))) return
    notify({
      tone: 'success',
      title: t.answersNow(model),
      action: { label: text().nav.settings, onSelect: () => goTo(sectionRoute('model')) },
    })
  }
  return (
    <section className="welcome-server" aria-label={t.found(server.name)}>
      <Bot size={17} aria-hidden />
      <p>
        <strong>{t.found(server.name)}</strong>
        <span>
          <HiddenText text={t.foundText(model, server.models.length - 1)} />
        </span>
      </p>
      <Button size="sm" aria-label={text().settings.serverToUse(server.name)} onClick={() => void take()}>
        {text().settings.takeServer}
      </Button>
    </section>
  )
}
