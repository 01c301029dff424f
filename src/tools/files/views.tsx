import {
  File,
  FilePenLine,
  FilePlus2,
  FileSearch,
  FileText,
  Folder,
  FolderOpen,
  Link,
  type LucideIcon,
  TextSearch,
  Trash2,
} from 'lucide-react'
import { formatNumber, formatSize } from '../../renderer/text/language'
import { CodeBlock } from '../../renderer/ui/code-block'
import { HiddenText } from '../../renderer/ui/hidden-text'
import { Highlight } from '../../renderer/ui/highlight'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { bindToolViews } from '../../renderer/ui/tool-view'
import filesModule from './module'
import { text } from './views-text'

const kindIcons: Readonly<Record<'file' | 'folder' | 'link' | 'other', LucideIcon>> = {
  file: FileText,
  folder: Folder,
  link: Link,
  other: File,
}

/** The last part of a path in either notation. */
function nameOf(path: string | null | undefined): string | undefined {
  return path?.split(/[/\\]/).findLast((part) => part !== '')
}

function leftOut(truncated: boolean, passedOver: number): string {
  return [truncated && text().more, passedOver > 0 && text().passedOver(passedOver)].filter(Boolean).join(' ')
}

export default bindToolViews(filesModule, {
  list_directory: {
    icon: FolderOpen,
    doing: ({ input }) => text().listing(nameOf(input?.path) ?? text().grantedFolders),
    done: ({ output }) =>
      text().listed(nameOf(output?.path) ?? text().grantedFolders, output?.files ?? 0, output?.folders ?? 0),
    Result: ({ output }) => (
      <ResultList
        label={text().entries}
        note={leftOut(output.truncated, output.passed_over.length)}
        items={output.entries.map((entry) => ({
          key: entry.path,
          icon: kindIcons[entry.kind],
          title: (
            <HiddenText text={output.path === null ? entry.path : relativeTo(output.path, entry.path)} />
          ),
          meta: entry.protected ? text().protectedEntry : entry.size === null ? '' : formatSize(entry.size),
        }))}
      />
    ),
  },
  find_files: {
    icon: FileSearch,
    doing: ({ input }) => text().findingFiles(input?.pattern ?? ''),
    done: ({ output }) => text().foundFiles(output?.matches.length ?? 0, output?.pattern ?? ''),
    Result: ({ output }) => (
      <ResultList
        label={text().matches}
        note={
          output.matches.length === 0 ? text().nothing : leftOut(output.truncated, output.passed_over.length)
        }
        items={output.matches.map((match) => ({
          key: match.path,
          icon: kindIcons[match.kind],
          title: <HiddenText text={match.name} />,
          meta: match.size === null ? '' : formatSize(match.size),
          text: <HiddenText text={match.path} />,
        }))}
      />
    ),
  },
  search_file_contents: {
    icon: TextSearch,
    doing: ({ input }) => text().searching(input?.query ?? ''),
    done: ({ output }) =>
      text().searched(output?.matches.length ?? 0, output?.files ?? 0, output?.query ?? ''),
    Result: ({ output }) => (
      <ResultList
        label={text().matches}
        note={
          output.matches.length === 0 ? text().nothing : leftOut(output.truncated, output.passed_over.length)
        }
        items={output.matches.map((match) => ({
          key: `${match.path}:${match.line}`,
          icon: FileText,
          title: <HiddenText text={nameOf(match.path) ?? match.path} />,
          meta: text().line(match.line),
          text: <Highlight text={match.text} ranges={match.ranges} />,
        }))}
      />
    ),
  },
  read_file: {
    icon: FileText,
    doing: ({ input }) => text().reading(nameOf(input?.path) ?? text().aFile),
    done: ({ output }) =>
      text().read(output?.name ?? text().aFile, output ? output.end_line - output.start_line + 1 : 0),
    Result: ({ output }) => (
      <>
        <KeyValues
          items={[
            { label: text().path, value: <HiddenText text={output.path} /> },
            {
              label: text().lineCount,
              value: text().lines(output.start_line, output.end_line, output.total_lines),
            },
            { label: text().size, value: formatSize(output.size) },
            { label: text().encoding, value: output.encoding },
          ]}
        />
        <CodeBlock code={output.text} />
      </>
    ),
  },
  create_file: {
    icon: FilePlus2,
    doing: ({ input }) => text().creating(nameOf(input?.path) ?? text().aFile),
    done: ({ output }) => text().created(output?.name ?? text().aFile, output?.lines ?? 0),
    Result: ({ output }) => (
      <KeyValues
        items={[
          { label: text().path, value: <HiddenText text={output.path} /> },
          { label: text().size, value: formatSize(output.size) },
          { label: text().lineCount, value: formatNumber(output.lines) },
          {
            label: text().foldersCreated,
            value:
              output.folders_created.length === 0 ? (
                ''
              ) : (
                <HiddenText text={output.folders_created.join(', ')} />
              ),
          },
        ]}
      />
    ),
    Arguments: ({ input }) => (
      <>
        <KeyValues items={[{ label: text().path, value: <HiddenText text={input.path} /> }]} />
        <CodeBlock code={input.content} />
      </>
    ),
  },
  edit_file: {
    icon: FilePenLine,
    doing: ({ input }) => text().editing(nameOf(input?.path) ?? text().aFile),
    done: ({ output }) => text().edited(output?.name ?? text().aFile, output?.replacements ?? 0),
    Result: ({ output }) => (
      <KeyValues
        items={[
          { label: text().path, value: <HiddenText text={output.path} /> },
          { label: text().replacements, value: formatNumber(output.replacements) },
          { label: text().changed, value: `+${formatNumber(output.added)} −${formatNumber(output.removed)}` },
          { label: text().size, value: `${formatSize(output.size_before)} → ${formatSize(output.size)}` },
        ]}
      />
    ),
    Arguments: ({ input }) => (
      <>
        <KeyValues items={[{ label: text().path, value: <HiddenText text={input.path} /> }]} />
        {input.edits.map((edit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: arguments never change their order
          <div key={index}>
            <CodeBlock code={edit.old_text} label={text().oldText} />
            <CodeBlock code={edit.new_text} label={text().newText} />
          </div>
        ))}
      </>
    ),
  },
  trash_files: {
    icon: Trash2,
    doing: ({ input }) => text().trashing(input?.paths.length ?? 1),
    done: ({ output }) => text().trashed(output?.succeeded ?? 0),
    Result: ({ output }) => (
      <ResultList
        label={text().inTrash}
        items={output.results.map((item) => ({
          key: item.trash_id,
          icon: kindIcons[item.kind],
          title: <HiddenText text={item.name} />,
          meta:
            item.kind === 'folder'
              ? `${text().files(item.files)}, ${formatSize(item.size)}`
              : formatSize(item.size),
          text: <HiddenText text={item.path} />,
        }))}
      />
    ),
  },
})

function relativeTo(folder: string, path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length).replace(/^[/\\]/, '') : path
}
