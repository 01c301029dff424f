import { FolderInput } from 'lucide-react'
import { useRef, useState } from 'react'
import type { LocalModel } from '../../../shared/contract/embedding-models'
import { takeModelFrom } from '../../stores/embedding'
import { notify } from '../../stores/toasts'
import { formatSize } from '../../text/language'
import { localModelsText } from '../../text/local-models'
import { HiddenText } from '../../ui/hidden-text'
import { useSending } from '../../ui/use-sending'
import { FolderField } from '../folder-field'
import { FormDialog } from '../form-dialog'

/** Asks for the folder that holds a model's files, and has them copied. */
export function ModelFolderDialog({
  model,
  onClose,
}: {
  readonly model: LocalModel
  readonly onClose: () => void
}) {
  const [path, setPath] = useState('')
  const { busy, problem, forgetProblem, send } = useSending()
  const first = useRef<HTMLInputElement>(null)
  const t = localModelsText()
  const name = (value: string) => {
    setPath(value)
    forgetProblem()
  }
  const take = async () => {
    await takeModelFrom(model.id, path.trim())
    onClose()
    notify({ tone: 'success', title: t.taken(model.name) })
  }
  return (
    <FormDialog
      title={t.folderTitle(model.name)}
      description={t.folderText}
      icon={FolderInput}
      onCancel={onClose}
      initialFocus={first}
      confirm={t.take}
      ready={path.trim() !== ''}
      busy={busy}
      onSubmit={() => void send(take)}
      className="section-form"
    >
      <ul className="settings-files">
        {model.files.map(({ path: file, bytes }) => (
          <li key={file}>
            <HiddenText text={`${model.address}/resolve/${model.revision}/${file}`} /> ({formatSize(bytes)})
          </li>
        ))}
      </ul>
      <FolderField
        ref={first}
        label={t.folderLabel}
        placeholder={t.folderPlaceholder}
        value={path}
        error={problem}
        onChange={name}
      />
    </FormDialog>
  )
}
