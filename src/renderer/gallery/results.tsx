import * as Ui from '../ui'
import { deceptive } from './samples'
import { Section } from './section'

const nothing = () => {}

/** Files in three levels, one of them with a name that deceives, one a link. */
const files = [
  { key: '1', parts: ['Tides'], kind: 'folder' as const },
  { key: '2', parts: ['Tides', '2026', 'cuxhaven.pdf'], kind: 'file' as const, size: 48_213 },
  { key: '3', parts: ['Tides', '2026', 'gauge.png'], kind: 'file' as const, size: 913 },
  { key: '4', parts: ['Tides', 'latest'], kind: 'link' as const, detail: 'Leads to 2026' },
  { key: '5', parts: ['Archive', 'old', 'tables.zip'], kind: 'file' as const, size: 1_204_882 },
  { key: '6', parts: [`${deceptive.slice(0, 40)}.md`], kind: 'file' as const, size: 12 },
]

const many = Array.from({ length: 3000 }, (_, at) => ({
  key: `${at}`,
  parts: [`Station ${at % 40}`, `${2000 + (at % 7)}`, `reading-${at}.csv`],
  kind: 'file' as const,
  size: 1200 + at,
}))

/** What tools answer, made for people: file trees, maps of pages, document cards. */
export function Results() {
  return (
    <Section title="Results">
      <div className="gallery-columns">
        <Ui.FileTree
          label="Files"
          root="/home/ada/Notes"
          entries={files}
          note="There is more than is shown."
        />
        <Ui.FileTree label="Many files" entries={many} />
      </div>
      <Ui.PageMap
        label="Pages of “Tides of the North Sea”"
        total={84}
        marks={[12, 13, 14, 41].map((page) => ({ page, count: 1 }))}
        told={(pages) => `Pages read: ${pages} of 84`}
        countWords={() => 'read'}
        onOpen={nothing}
      />
      <Ui.PageMap
        label="Pages of “All tables”"
        total={1234}
        marks={[
          { page: 30, count: 2 },
          { page: 611, count: 1 },
        ]}
        told={(pages) => `Found on pages: ${pages}`}
        countWords={(count) => `${count} passages`}
        onOpen={nothing}
      />
      <div className="gallery-columns">
        <Ui.DocumentCard
          title="Tides of the North Sea"
          facts={['PDF', '84 pages', '4.8 MB', 'added Mar 4, 2026, 12:00 PM']}
          status={{ tone: 'success', label: 'ready' }}
          tags={['tides', 'North Sea']}
          more={[
            { label: 'Collection', value: 'Sea' },
            { label: 'Source', value: '/home/ada/Notes/tides.pdf' },
          ]}
          openLabel="Open the document"
          tagsLabel="Tags"
          onOpen={nothing}
        />
        <Ui.DocumentCard
          title={deceptive}
          facts={['Word', '12 kB']}
          status={{ tone: 'danger', label: 'failed' }}
          error="The file is damaged."
          openLabel="Open the document"
          tagsLabel="Tags"
        />
      </div>
    </Section>
  )
}
