import { longestText, partialInput } from '../../shared/run/partial-input'
import { HiddenText } from './hidden-text'
import { useWords } from './words'
import './arriving-text.css'

/** A shorter text on one line is in the call's own line, or soon will be (characters). */
const longLine = 80
/** The end of it that is shown: more than fills its few lines on a wide window (characters). */
const shownEnd = 3000

/** The end of the long text among arguments that a model is still writing; nothing where none is long. */
export function ArrivingText({ json }: { readonly json: string }) {
  const words = useWords()
  const text = longestText(partialInput(json))
  if (text.length <= longLine && !text.includes('\n')) return null
  return (
    <section className="ui-arriving" aria-label={words.arriving}>
      <pre>
        <HiddenText text={text.slice(-shownEnd).toWellFormed()} indentation="keep" />
      </pre>
    </section>
  )
}
