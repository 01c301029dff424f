import { ArrowRight, FileX2 } from 'lucide-react'
import type { ChangePreview } from '../../../shared/tool/preview'
import { formatSize } from '../../text/language'
import { text } from '../../text/text'
import { CodeBlock } from '../../ui/code-block'
import { Diff } from '../../ui/diff'
import { HiddenText } from '../../ui/hidden-text'
import './proposal.css'

/** Pixels of a new file's content before it scrolls: enough to judge, without pushing the buttons away. */
const contentHeight = 320

/** What changes in each target, exactly as it was planned. */
export function ChangePreviews({
  changes,
  collapseAfter,
}: {
  readonly changes: readonly ChangePreview[]
  readonly collapseAfter?: number
}) {
  return (
    <div className="preview">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a preview never changes its order
        <OneChange key={index} change={change} collapseAfter={collapseAfter} />
      ))}
    </div>
  )
}

function OneChange({
  change,
  collapseAfter = 24,
}: {
  readonly change: ChangePreview
  readonly collapseAfter?: number | undefined
}) {
  const t = text().proposal
  switch (change.kind) {
    case 'text':
      return (
        <div>
          {change.content !== undefined && change.hunks.length === 0 ? (
            <CodeBlock code={change.content} label={change.label} maxHeight={contentHeight} />
          ) : (
            <Diff hunks={change.hunks} title={change.label} collapseAfter={collapseAfter} />
          )}
          {change.truncated && <p className="preview-note">{t.truncated}</p>}
        </div>
      )
    case 'binary':
      return (
        <p className="preview-line">
          <strong>
            <HiddenText text={change.label} />
          </strong>
          <span className="preview-note">
            {[change.sizeBefore, change.sizeAfter]
              .filter((size) => size !== undefined)
              .map(formatSize)
              .join(' → ')}{' '}
            {t.binary}
          </span>
        </p>
      )
    case 'fields':
      return (
        <section className="preview-fields" aria-label={change.label}>
          <h4>
            <HiddenText text={change.label} />
          </h4>
          <dl>
            {change.fields.map((field) => (
              <div key={field.name}>
                <dt>{field.name}</dt>
                <dd>
                  {field.before !== null && (
                    <>
                      <del>
                        <HiddenText text={field.before || t.fieldEmpty} />
                      </del>
                      <ArrowRight size={12} aria-hidden />
                    </>
                  )}
                  <ins>
                    <HiddenText text={field.after || t.fieldEmpty} />
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )
    case 'removal':
      return (
        <p className="preview-line preview-removal">
          <FileX2 size={14} aria-hidden />
          <span className="visually-hidden">{t.removal}</span>
          <strong>
            <HiddenText text={change.label} />
          </strong>
          {isPath(change.reference) && (
            <span className="preview-note">
              <HiddenText text={change.reference} />
            </span>
          )}
          {change.size !== undefined && <span className="preview-size">{formatSize(change.size)}</span>}
        </p>
      )
  }
}

/** An id says nothing to a person; a path does. */
function isPath(reference: string): boolean {
  return /[/\\]/.test(reference)
}
