import { sectionRoute } from '../screens/settings/sections'
import { acknowledgeRestore, useData } from '../stores/data'
import { usePage } from '../stores/page'
import { attempt } from '../stores/toasts'
import { dataText } from '../text/data'
import { formatMoment } from '../text/language'
import { HiddenText } from '../ui/hidden-text'
import { Notice } from '../ui/notice'
import { routeFragment } from './router'
import './restore-notice.css'

/**
 * Says in each window, beside the screen, that what is done now is put aside by a restore, and after the start that one
 * took place; Settings say the rest.
 */
export function RestoreNotice() {
  return (
    <>
      <RestoreWaits />
      <Restored />
    </>
  )
}

function RestoreWaits() {
  const waits = useData(({ status }) => status?.pending != null)
  const inSettings = usePage(({ route }) => route.screen === 'settings')
  if (!waits || inSettings) return null
  const t = dataText()
  return (
    <p className="app-line" role="status">
      <span>
        {t.pendingElsewhere} <a href={routeFragment(sectionRoute('backup'))}>{t.pendingOpen}</a>
      </span>
    </p>
  )
}

/** Whoever starts it again finds other data than before: that is said until it is closed, in all windows. */
function Restored() {
  const restored = useData(({ status }) => status?.restored)
  if (restored == null || restored.noticed) return null
  const { createdAt, former } = restored
  const t = dataText()
  return (
    <div className="restored-notice">
      <Notice
        tone="success"
        title={t.restoredNow(formatMoment(createdAt))}
        announce
        onDismiss={() => void attempt(acknowledgeRestore())}
      >
        {t.restoredInstead} {former !== null && <HiddenText text={t.former(former)} />}
      </Notice>
    </div>
  )
}
