import { sectionRoute } from '../screens/settings/sections'
import { useData } from '../stores/data'
import { usePage } from '../stores/page'
import { dataText } from '../text/data'
import { routeFragment } from './router'

/** Says in each window, beside the screen, that what is done now is put aside by a restore; Settings say the rest. */
export function RestoreNotice() {
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
