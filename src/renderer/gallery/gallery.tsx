import '../zod-setup'
import { Activity, FilePlus2, Inbox, Library, MessageSquare, Paperclip, Settings } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import * as Ui from '../ui'
import { DropTargets } from '../ui/drop-overlay'
import { Documents, Inspector, Modal, Pictures, Proposals } from './content'
import { Controls, States } from './controls'
import { Results } from './results'
import { holdSampleCalls, Tools } from './tools'
import '../styles/base.css'
import './gallery.css'

const show = new URLSearchParams(location.search)
const nothing = () => {}

function Gallery() {
  const [width, setWidth] = useState(440)
  const [modal, setModal] = useState(show.has('dialog'))
  const [toasts, setToasts] = useState<readonly Ui.Toast[]>([
    {
      id: 'a',
      tone: 'success',
      title: 'Trashed 2 files',
      detail: 'notes.md and plan.txt',
      action: { label: 'Undo', onSelect: nothing },
    },
  ])
  const pages = [
    ['Chat', MessageSquare, 0],
    ['Inbox', Inbox, 3],
    ['Library', Library, 0],
    ['Activity', Activity, 0],
    ['Settings', Settings, 0],
  ] as const
  return (
    <div className="gallery-app">
      <nav className="gallery-nav">
        <span className="gallery-brand">
          <Ui.Logo size={22} /> Countersign
        </span>
        {pages.map(([label, icon, count]) => (
          <Ui.NavItem
            key={label}
            label={label}
            icon={icon}
            count={count}
            countTone="accent"
            countLabel={`${count} wait`}
            current={label === 'Chat'}
            onSelect={nothing}
          />
        ))}
      </nav>
      <Ui.SplitPane
        sideLabel="Inspector"
        sideWidth={width}
        onSideWidthChange={setWidth}
        main={
          <div className="gallery-work">
            <Ui.Button onClick={() => setModal(true)}>Open the dialog</Ui.Button>
            {show.has('tools') ? (
              <Tools />
            ) : (
              <>
                <Controls />
                <States />
                <Proposals />
                <Pictures />
                <Results />
                <Documents />
              </>
            )}
          </div>
        }
        side={show.has('bare') ? undefined : <Inspector />}
      />
      <Ui.ToastRegion
        toasts={toasts}
        stayMs={600_000}
        onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
      />
      {modal && <Modal onClose={() => setModal(false)} />}
      {show.has('drop') && (
        <DropTargets
          over="chat"
          onOver={nothing}
          onDrop={nothing}
          targets={[
            {
              id: 'chat',
              icon: Paperclip,
              title: 'Attach to the message',
              text: 'The assistant reads it for this conversation.',
            },
            {
              id: 'library',
              icon: FilePlus2,
              title: 'Add to the library',
              text: 'Searchable from every conversation.',
            },
          ]}
        />
      )}
    </div>
  )
}

if (show.has('tools')) holdSampleCalls()
const theme = show.get('theme')
if (theme) document.documentElement.dataset.theme = theme
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
