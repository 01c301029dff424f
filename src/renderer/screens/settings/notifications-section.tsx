import {
  switchOffNotifications,
  switchOnNotifications,
  useNotifications,
} from '../../stores/run-notifications'
import { useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { Switch } from '../../ui/switch'
import { SettingsSection } from './settings-section'

/** Whether the system tells when a run ends or needs a decision. */
export function NotificationsSection() {
  const state = useNotifications((notifications) => notifications.state)
  const host = useSystem(({ info }) => info?.host)
  const t = runsText()
  if (host === undefined) return null
  const words =
    host === 'electron'
      ? t.notificationStateOfWindow[state === 'blocked' ? 'impossible' : state]
      : t.notificationState[state]
  return (
    <SettingsSection id="notifications" intro={t.notificationsText}>
      <Switch
        label={t.notify}
        hint={words}
        checked={state === 'on'}
        disabled={state === 'impossible'}
        onChange={(on) => {
          void attempt(on ? switchOnNotifications() : switchOffNotifications())
        }}
      />
    </SettingsSection>
  )
}
