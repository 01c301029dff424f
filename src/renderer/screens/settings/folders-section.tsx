import { Folder, FolderPlus, FolderX } from 'lucide-react'
import { useState } from 'react'
import type { Grant } from '../../../shared/contract/files'
import type { Access } from '../../../shared/tool/access'
import { chooseFolder } from '../../stores/file-dialogs'
import { grantFolder, revokeGrant, useFiles } from '../../stores/files'
import { useSystem } from '../../stores/system'
import { attempt, notify } from '../../stores/toasts'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { useSending } from '../../ui/use-sending'
import { SettingsSection } from './settings-section'

/** Folders that tools may touch; only a person adds one. */
export function FoldersSection() {
  const { grants, loaded } = useFiles()
  const t = text().settings
  return (
    <SettingsSection id="folders" intro={t.foldersText}>
      {loaded && grants.length === 0 && <p className="settings-quiet">{t.noFolders}</p>}
      {grants.length > 0 && (
        <ul className="settings-list" aria-label={t.folders}>
          {grants.map((grant) => (
            <GrantLine key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      <AddFolder />
    </SettingsSection>
  )
}

function GrantLine({ grant }: { readonly grant: Grant }) {
  const t = text().settings
  const revoke = async () => {
    if (await attempt(revokeGrant(grant.id).then(() => true))) {
      notify({ tone: 'success', title: t.revoked(grant.path) })
    }
  }
  return (
    <li className="settings-line">
      <Folder size={16} aria-hidden />
      <span>
        <strong>
          <HiddenText text={grant.path} />
        </strong>
        <span>
          {t[grant.access]} · {t.source[grant.source]}
        </span>
      </span>
      {!grant.available && <Badge tone="warning">{t.unavailable}</Badge>}
      <Button size="sm" icon={FolderX} aria-label={t.revokeOf(grant.path)} onClick={() => void revoke()}>
        {t.revoke}
      </Button>
    </li>
  )
}

function AddFolder() {
  const dialogs = useSystem((state) => state.info?.nativeDialogs ?? false)
  const [path, setPath] = useState('')
  const [access, setAccess] = useState<Access>('read_write')
  const { busy, problem, forgetProblem, send } = useSending()
  const t = text().settings
  const add = (wanted: string) =>
    send(async () => {
      const grant = await grantFolder(wanted, access)
      setPath('')
      notify({ tone: 'success', title: t.granted(grant.path) })
    })
  const choose = async () => {
    const chosen = await attempt(chooseFolder())
    if (chosen) await add(chosen)
  }
  const accessField = (
    <Select
      label={t.access}
      value={access}
      options={[
        { value: 'read_write', label: t.read_write },
        { value: 'read', label: t.read },
      ]}
      onChange={setAccess}
    />
  )
  return (
    <form
      className="section-row"
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim() !== '') void add(path.trim())
      }}
    >
      <TextField
        label={t.folderPath}
        placeholder={t.folderPathPlaceholder}
        value={path}
        error={problem}
        mono
        onChange={(value) => {
          setPath(value)
          forgetProblem()
        }}
      />
      {accessField}
      <Button type="submit" icon={FolderPlus} busy={busy} disabled={path.trim() === ''}>
        {t.add}
      </Button>
      {dialogs && (
        <Button icon={FolderPlus} onClick={() => void choose()}>
          {t.addFolder}
        </Button>
      )}
    </form>
  )
}
