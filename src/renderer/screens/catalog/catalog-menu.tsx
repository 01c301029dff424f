import { Copy, Ellipsis, FileOutput, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { attemptAndTell } from '../../stores/toasts'
import { IconButton } from '../../ui/icon-button'
import { Menu, type MenuItem } from '../../ui/menu'
import { type Removal, RemoveDialog } from './remove-dialog'
import { saveExport } from './save-export'

/** What can be done with one of a list. */
export function CatalogMenu({
  name,
  words,
  use,
  edit,
  duplicate,
  exportFile,
  removal,
}: {
  readonly name: string
  readonly words: Readonly<Record<'edit' | 'duplicate' | 'remove', string>> & {
    readonly actions: (name: string) => string
    readonly duplicated: (name: string) => string
  }
  /** First what it is there for. */
  readonly use: MenuItem
  readonly edit: () => void
  /** Answers the name of the copy. */
  readonly duplicate: () => Promise<string>
  /** Where it can be saved as a file. */
  readonly exportFile?: {
    readonly label: string
    readonly file: () => Promise<{ readonly name: string; readonly text: string }>
  }
  /** Null for one that always stays. */
  readonly removal: Omit<Removal, 'name'> | null
}) {
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <Menu
        align="end"
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={words.actions(name)} />}
        items={[
          use,
          { id: 'edit', icon: Pencil, label: words.edit, onSelect: edit },
          {
            id: 'duplicate',
            icon: Copy,
            label: words.duplicate,
            onSelect: () => void attemptAndTell(duplicate(), words.duplicated),
          },
          ...(exportFile === undefined
            ? []
            : [
                {
                  id: 'export',
                  icon: FileOutput,
                  label: exportFile.label,
                  onSelect: () => void saveExport(exportFile.file()),
                },
              ]),
          ...(removal === null
            ? []
            : [
                {
                  id: 'remove',
                  icon: Trash2,
                  label: words.remove,
                  danger: true,
                  onSelect: () => setRemoving(true),
                },
              ]),
        ]}
      />
      {removing && removal !== null && (
        <RemoveDialog name={name} {...removal} onClose={() => setRemoving(false)} />
      )}
    </>
  )
}
