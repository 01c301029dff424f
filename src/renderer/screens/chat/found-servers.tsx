import { Bot } from 'lucide-react'
import { useEffect } from 'react'
import type { LocalServer } from '../../../shared/contract/settings'
import { answeringModel } from '../../stores/answering-model'
import { useConversations } from '../../stores/conversations'
import { lookForServers, takeLocalServer, useFoundServers } from '../../stores/local-servers'
import { goTo } from '../../stores/page'
import { isModelChosen, useSettings } from '../../stores/settings'
import { attempt, notify } from '../../stores/toasts'
import { serverText } from '../../text/server'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { sectionRoute } from '../settings/sections'

/** Offers the models that run on this machine, or to connect one, as long as nobody has chosen who answers. */
export function FoundServers() {
  const isOpen = useSettings((state) => state.model !== null && !isModelChosen(state))
  const servers = useFoundServers((found) => found.servers)
  const isFirst = useConversations((state) => state.listed && state.list.length === 0)
  useEffect(() => {
    if (isOpen) lookForServers()
  }, [isOpen])
  if (!isOpen || servers === null) return null
  const offers = servers.flatMap((server) => {
    const model = answeringModel(server)
    return model === null ? [] : [<FoundServer key={server.baseUrl} server={server} model={model} />]
  })
  // Who went on with the offline assistant is not told at each beginning.
  return offers.length === 0 && isFirst ? <ConnectModel /> : offers
}

/** Says that nobody but the offline assistant answers yet, and leads to where that changes. */
function ConnectModel() {
  const t = serverText()
  return (
    <section className="welcome-server" aria-label={t.connect}>
      <Bot size={17} aria-hidden />
      <p>
        <strong>{t.connect}</strong>
        <span>{t.connectText}</span>
      </p>
      <Button size="sm" onClick={() => goTo(sectionRoute('model'))}>
        {t.setUp}
      </Button>
    </section>
  )
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
