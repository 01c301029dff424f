import { CodeBlock } from './code-block'

/** Exact replacements as a call names them: what is there, and what takes its place. */
export function ExactEdits({
  edits,
  oldLabel,
  newLabel,
}: {
  readonly edits: readonly { readonly old_text: string; readonly new_text: string }[]
  readonly oldLabel: string
  readonly newLabel: string
}) {
  return edits.map((edit, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: arguments never change their order
    <div key={index}>
      <CodeBlock code={edit.old_text} label={oldLabel} />
      <CodeBlock code={edit.new_text} label={newLabel} />
    </div>
  ))
}
