import { type RecognitionLanguage, recognitionLanguages } from '../../../shared/recognition'
import { changeSettings, useSettings } from '../../stores/settings'
import { attempt } from '../../stores/toasts'
import { recognitionText } from '../../text/recognition'
import { Checkbox } from '../../ui/checkbox'
import { SettingsSection } from './settings-section'

/** Whether the text in pictures and scans is read, and in which languages. */
export function RecognitionSection() {
  const on = useSettings(({ settings }) => settings.readPictures)
  const chosen = useSettings(({ settings }) => settings.recognitionLanguages)
  const t = recognitionText()
  return (
    <SettingsSection id="recognition" intro={t.intro}>
      <Checkbox
        label={t.on}
        hint={t.onText}
        checked={on}
        onChange={(readPictures) => void attempt(changeSettings({ readPictures }))}
      />
      <fieldset className="settings-languages">
        <legend>
          <strong>{t.languages}</strong>
          <span className="settings-quiet">{t.languagesText}</span>
        </legend>
        {recognitionLanguages.map((language) => (
          <Checkbox
            key={language}
            label={t.languageNames[language]}
            checked={chosen.includes(language)}
            disabled={chosen.length === 1 && chosen.includes(language)}
            onChange={(wanted) => void attempt(choose(chosen, language, wanted))}
          />
        ))}
      </fieldset>
    </SettingsSection>
  )
}

/** In the order of the list, whichever came first. */
function choose(
  chosen: readonly RecognitionLanguage[],
  language: RecognitionLanguage,
  wanted: boolean,
): Promise<void> {
  return changeSettings({
    recognitionLanguages: recognitionLanguages.filter((each) =>
      each === language ? wanted : chosen.includes(each),
    ),
  })
}
