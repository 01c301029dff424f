import { CircleCheck, CircleMinus, Radar } from 'lucide-react'
import { useState } from 'react'
import { type ModelStatus, usualLocalTokens } from '../../../shared/contract/settings'
import { checkServer } from '../../stores/settings'
import { attempt, notify } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { serverText } from '../../text/server'
import { Button } from '../../ui/button'
import './server-check.css'

/** What a server may be able to do, in the order in which it matters to people. */
const shown = [
  'citations',
  'images',
  'promptCaching',
  'toolChoice',
  'thinking',
  'effort',
  'counting',
  'contextEditing',
] as const

/** What the server in use can do, what is done where it can't, and how to find out; `set` is the window that is set, or 0. */
export function ServerCheck({ model, set }: { readonly model: ModelStatus; readonly set: number }) {
  const [busy, setBusy] = useState(false)
  const t = serverText()
  const { features, checkedAt } = model
  if (features === null) return null
  const check = async () => {
    setBusy(true)
    const checked = await attempt(checkServer().then(() => true))
    setBusy(false)
    if (checked) notify({ tone: 'success', title: t.checked })
  }
  return (
    <section className="server-check" aria-label={t.title}>
      <header>
        <h3>{t.title}</h3>
        <p>{checkedAt === null ? t.assumed : t.asked}</p>
      </header>
      <ul>
        {model.window !== null && (
          <WindowLine window={model.window} set={set} official={model.baseUrl === ''} />
        )}
        {shown.map((feature) => {
          const able = features[feature] !== false && features[feature] !== 'none'
          const Icon = able ? CircleCheck : CircleMinus
          return (
            <li key={feature} className="server-feature" data-able={able}>
              <Icon size={15} aria-hidden />
              <span>
                {t.features[feature]}: {able ? t.can : t.cannot}
                {!able && <small>{t.without[feature]}</small>}
              </span>
            </li>
          )
        })}
      </ul>
      <div>
        <Button icon={Radar} busy={busy} onClick={() => void check()}>
          {busy ? t.checking : t.check}
        </Button>
        <p className="server-check-help">{t.checkHelp}</p>
      </div>
    </section>
  )
}

/** How much the model takes at once, who says so, and what follows where that is little or nobody does. */
function WindowLine({
  window: { tokens, from },
  set,
  official,
}: {
  readonly window: NonNullable<ModelStatus['window']>
  readonly set: number
  readonly official: boolean
}) {
  const t = serverText()
  const known = from !== 'usual' || official
  const notes = [
    ...(known ? [] : [t.windowUnknown]),
    ...(from === 'server' && set > tokens ? [t.windowLess(set)] : []),
    ...(known && tokens < usualLocalTokens ? [`${t.windowLittle} ${runsText().largerWindow}`] : []),
  ]
  const Icon = known ? CircleCheck : CircleMinus
  return (
    <li className="server-feature" data-able={known}>
      <Icon size={15} aria-hidden />
      <span>
        {official && from === 'usual' ? t.windowOfficial(tokens) : t.window[from](tokens)}
        {notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
      </span>
    </li>
  )
}
