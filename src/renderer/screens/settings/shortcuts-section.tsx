import { newChatKeys } from '../../app/shortcuts'
import { decisionText } from '../../text/decisions'
import { text } from '../../text/text'
import { Kbd } from '../../ui/kbd'
import { KeyValues } from '../../ui/key-values'
import { SettingsSection } from './settings-section'

/** What the keyboard does. */
export function ShortcutsSection() {
  const t = text().settings
  const { keys } = decisionText()
  return (
    <SettingsSection id="shortcuts">
      <KeyValues
        items={[
          { label: t.shortcutPalette, value: <Kbd keys="Mod+K" /> },
          { label: t.shortcutNewChat, value: <Kbd keys={newChatKeys} /> },
          { label: t.shortcutSend, value: <Kbd keys="Enter" /> },
          { label: t.shortcutLine, value: <Kbd keys="Shift+Enter" /> },
          {
            label: t.shortcutSave,
            value: (
              <>
                <Kbd keys="Mod+S" /> <Kbd keys="Mod+Enter" />
              </>
            ),
          },
          { label: t.shortcutUndo, value: <Kbd keys="Mod+Z" /> },
          { label: t.shortcutMessage, value: <Kbd keys="F8" /> },
          { label: t.shortcutClose, value: <Kbd keys="Escape" /> },
          {
            label: keys.nextLong,
            value: (
              <>
                <Kbd keys="J" /> <Kbd keys="K" />
              </>
            ),
          },
          { label: keys.approveLong, value: <Kbd keys="Mod+Enter" /> },
          { label: keys.rejectLong, value: <Kbd keys="Mod+Backspace" /> },
          { label: keys.openLong, value: <Kbd keys="D" /> },
        ]}
      />
    </SettingsSection>
  )
}
