import {
  switchOffNotifications,
  switchOnNotifications,
  useNotifications,
} from '../../stores/run-notifications'
import { useSystem } from '../../stores/system'
import { attempt } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { Switch } from '../../ui/switch'
import { Section } from './section'

/** Whether the system tells when a run ends or needs a decision. */
export function NotificationsSection() {
  const state = useNotifications((notifications) => notifications.state)
  const inBrowser = useSystem(({ info }) => info?.host === 'browser')
  const t = runsText()
  if (!inBrowser) return null
  return (
    <Section title={t.notifications} intro={t.notificationsText}>
      <Switch
        label={t.notify}
        hint={t.notificationState[state]}
        checked={state === 'on'}
        disabled={state === 'impossible'}
        onChange={(on) => {
          if (on) void attempt(switchOnNotifications())
          else switchOffNotifications()
        }}
      />
    </Section>
  )
}
