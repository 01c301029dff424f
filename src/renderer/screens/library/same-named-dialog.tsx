import { Files } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Document } from '../../../shared/contract/document'
import type { SameNamed } from '../../../shared/contract/library'
import { type NewVersions, useSameNamed } from '../../stores/same-named'
import { formatMoment, formatSize } from '../../text/language'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Dialog, INPUT_GUARD_MS } from '../../ui/dialog'
import { FileSize } from '../../ui/file-size'
import { HiddenText } from '../../ui/hidden-text'
import { Select } from '../../ui/select'
import './library.css'

/** Files that are asked about one by one; of more, each goes by what it would be unless the person says otherwise. */
const askedLimit = 100

/** A document of its own. */
const BESIDE = ''

/** Asks which of the files that a browser handed over are new versions of documents of the same names. */
export function SameNamedDialog() {
  const question = useSameNamed((state) => state.question)
  if (question === null) return null
  const [first] = question.files
  return <Question key={first?.path} files={question.files} onAnswer={question.answer} />
}

function Question({
  files,
  onAnswer,
}: {
  readonly files: readonly SameNamed[]
  readonly onAnswer: (versions: NewVersions | null) => void
}) {
  const t = libraryText().sameNamed
  const [versions, setVersions] = useState<NewVersions>(() => likelyVersions(files))
  const main = useRef<HTMLButtonElement>(null)
  const [file, another] = files
  const [document, other] = file?.documents ?? []
  const alone = another === undefined && other === undefined ? document : undefined
  const taken = new Set(versions.values())
  const choose = (path: string, id: string) => {
    const next = new Map(versions)
    if (id === BESIDE) next.delete(path)
    else next.set(path, id)
    setVersions(next)
  }
  return (
    <Dialog
      title={t.title(files.length)}
      description={t.text(files.length)}
      icon={Files}
      initialFocus={main}
      inputGuardMs={INPUT_GUARD_MS}
      onCancel={() => onAnswer(null)}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{text().app.cancel}</Button>
          {alone !== undefined && <Button onClick={() => onAnswer(new Map())}>{t.keepBoth}</Button>}
          <Button ref={main} variant="primary" onClick={() => onAnswer(versions)}>
            {alone === undefined ? t.add : t.newVersion}
          </Button>
        </>
      }
    >
      <ul className="same-named">
        {files.slice(0, askedLimit).map(({ path, name, size, documents }) => (
          <li key={path}>
            <div className="same-named-file">
              <span className="same-named-name">
                <HiddenText text={name} />
              </span>
              <FileSize bytes={size} />
            </div>
            {alone === undefined ? (
              <Select
                label={t.choiceOf(name)}
                labelHidden
                value={versions.get(path) ?? BESIDE}
                options={[
                  ...documents.map((each) => ({
                    value: each.id,
                    label: t.versionOf(each.title, standing(each)),
                    disabled: taken.has(each.id) && versions.get(path) !== each.id,
                  })),
                  { value: BESIDE, label: t.beside },
                ]}
                onChange={(id) => choose(path, id)}
              />
            ) : (
              <p className="same-named-there">
                <HiddenText text={t.there(alone.title, standing(alone))} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {files.length > askedLimit && <p>{t.more(files.length - askedLimit)}</p>}
      <p className="same-named-kept">{t.kept(alone === undefined ? files.length : 1)}</p>
    </Dialog>
  )
}

/** Its size, and since when it is there. */
function standing({ size, updatedAt }: Document): string {
  return `${formatSize(size)}, ${formatMoment(updatedAt)}`
}

/** Each file as the new version of the only document of its name; where there are several, nothing is likely. */
function likelyVersions(files: readonly SameNamed[]): NewVersions {
  const versions = new Map<string, string>()
  const taken = new Set<string>()
  for (const { path, documents } of files) {
    const [only, other] = documents
    if (only === undefined || other !== undefined || taken.has(only.id)) continue
    versions.set(path, only.id)
    taken.add(only.id)
  }
  return versions
}
