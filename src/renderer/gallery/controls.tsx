import { Archive, Moon, MoreHorizontal, Paperclip, Pencil, Plus, Search, Sun, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toolClasses } from '../../shared/tool/classes'
import * as Ui from '../ui'
import { Section } from './section'

const nothing = () => {}

/** What one presses and fills in. */
export function Controls() {
  const [text, setText] = useState('')
  const [long, setLong] = useState('Grows with what is typed.\nSecond line.\nThird line.')
  const [on, setOn] = useState(true)
  const [part, setPart] = useState<'light' | 'dark' | 'system'>('system')
  return (
    <>
      <Section title="Buttons">
        <div className="gallery-row">
          <Ui.Button variant="primary" icon={Plus}>
            Approve
          </Ui.Button>
          <Ui.Button>Edit</Ui.Button>
          <Ui.Button variant="ghost" icon={Archive}>
            Archive
          </Ui.Button>
          <Ui.Button variant="danger" icon={Trash2}>
            Delete 2 files
          </Ui.Button>
          <Ui.Button variant="primary" busy>
            Applying
          </Ui.Button>
          <Ui.Button disabled>Disabled</Ui.Button>
          <Ui.Button size="sm" variant="primary">
            Small
          </Ui.Button>
          <Ui.Button size="sm">Small</Ui.Button>
          <Ui.IconButton icon={Paperclip} label="Attach" />
          <Ui.IconButton icon={Pencil} label="Edit" pressed />
          <Ui.IconButton icon={Search} label="Search" variant="primary" shortcut="Mod+K" />
          <Ui.Menu
            trigger={(props) => <Ui.IconButton {...props} icon={MoreHorizontal} label="More" />}
            items={[
              { kind: 'heading', id: 'h', label: 'Conversation' },
              { id: 'rename', label: 'Rename', icon: Pencil, shortcut: 'F2', onSelect: nothing },
              { id: 'archive', label: 'Archive', icon: Archive, disabled: true, onSelect: nothing },
              { id: 'pin', label: 'Pinned', checked: on, onSelect: () => setOn(!on) },
              { kind: 'separator', id: 's' },
              { id: 'delete', label: 'Delete', icon: Trash2, danger: true, onSelect: nothing },
            ]}
          />
        </div>
      </Section>
      <Section title="Fields">
        <div className="gallery-columns">
          <Ui.TextField
            label="Name"
            hint="Shown in the sidebar."
            value={text}
            onChange={setText}
            placeholder="Tides"
          />
          <Ui.TextField
            label="Base address"
            error="That is no address. It begins with http:// or https://."
            value="localhost"
            onChange={nothing}
            mono
          />
          <Ui.TextField
            label="Search"
            icon={Search}
            suffix={<Ui.Kbd keys="Mod+K" />}
            value=""
            onChange={nothing}
            placeholder="Search the library"
            quiet
          />
          <Ui.Select
            label="Model"
            value="offline"
            options={[{ value: 'offline', label: 'Offline assistant' }]}
            onChange={nothing}
          />
          <Ui.TextArea label="Instructions" value={long} onChange={setLong} />
          <div className="gallery-section">
            <Ui.Checkbox
              label="Include sub-folders"
              hint="Symbolic links are not followed."
              checked={on}
              onChange={setOn}
            />
            <Ui.Checkbox label="Some of them" checked="mixed" onChange={nothing} />
            <Ui.Checkbox label="Not possible here" checked={false} disabled onChange={nothing} />
            <Ui.Switch
              label="Watch this folder"
              hint="New files are added as they appear."
              checked={on}
              onChange={setOn}
            />
          </div>
        </div>
        <div className="gallery-row">
          <Ui.SegmentedControl
            label="Theme"
            value={part}
            onChange={setPart}
            segments={[
              { value: 'light', label: 'Light', icon: Sun },
              { value: 'dark', label: 'Dark', icon: Moon },
              { value: 'system', label: 'System' },
            ]}
          />
          <Ui.Kbd keys="Mod+Shift+P" />
        </div>
      </Section>
    </>
  )
}

/** What tells how things stand. */
export function States() {
  return (
    <Section title="States">
      <div className="gallery-row">
        {toolClasses.map((toolClass) => (
          <Ui.ClassBadge key={toolClass} toolClass={toolClass} />
        ))}
        <Ui.Badge>Draft</Ui.Badge>
        <Ui.Badge tone="accent">New</Ui.Badge>
        <Ui.Count value={3} />
        <Ui.Count value={128} tone="accent" />
        <Ui.StatusDot tone="success" label="Ready" />
        <Ui.StatusDot tone="accent" label="Running" pulse />
        <Ui.StatusDot tone="danger" label="Failed" />
        <Ui.Spinner />
        <Ui.Avatar name="Ada Lovelace" />
        <Ui.AssistantMark name="Offline" />
        <Ui.Logo size={32} label="Countersign" />
        <Ui.FileSize bytes={1_234_567} />
        <Ui.RelativeTime at={Date.now() - 5 * 60_000} />
      </div>
      <div className="gallery-columns">
        <Ui.ProgressBar label="Reading tides.pdf" value={0.34} detail="29 of 84 pages" />
        <Ui.ProgressBar label="Looking for files" />
        <Ui.ProgressBar label="Indexed" value={1} detail="Done" tone="success" />
      </div>
      <div className="gallery-columns">
        <Ui.Notice
          title="The offline assistant answers from your library."
          actions={<Ui.Button size="sm">Connect a model</Ui.Button>}
          onDismiss={nothing}
        />
        <Ui.Notice tone="warning" title="The file changed since this was proposed.">
          It is proposed anew.
        </Ui.Notice>
        <Ui.Notice
          tone="danger"
          title="The server stopped answering."
          kept="The text so far is kept."
          todo="Try again, or choose another model."
        />
        <Ui.Notice tone="success" title="12 documents are in the library." />
      </div>
    </Section>
  )
}
