import {
  ArchiveRestore,
  Copy,
  FilePen,
  FilePenLine,
  FilePlus,
  FilePlus2,
  FileSearch,
  FileText,
  FolderInput,
  FolderOpen,
  FolderPlus,
  Info,
  TextSearch,
  Trash2,
} from 'lucide-react'
import { formatMoment, formatNumber, formatSize } from '../../renderer/text/language'
import { CodeBlock } from '../../renderer/ui/code-block'
import { Diff } from '../../renderer/ui/diff'
import { ExactEdits } from '../../renderer/ui/exact-edits'
import { Highlight } from '../../renderer/ui/highlight'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { bindToolViews } from '../../renderer/ui/tool-view'
import filesModule from './module'
import * as titles from './titles'
import { PathTree, PictureRead, pixels, Relocated, sizes, Trashed, WholeContent } from './views-entries'
import { MatchedLines } from './views-lines'
import { text } from './views-text'

/** The last part of a path in either notation. */
function nameOf(path: string | null | undefined): string | undefined {
  return path?.split(/[/\\]/).findLast((part) => part !== '')
}

function leftOut(truncated: boolean, passedOver: number, ignored = 0): string {
  return [
    truncated && text().more,
    ignored > 0 && text().ignored(ignored),
    passedOver > 0 && text().passedOver(passedOver),
  ]
    .filter(Boolean)
    .join(' ')
}

function sizeAndTime(entry: { readonly size: number | null; readonly modified_at: number | null }): string {
  return [
    entry.size !== null && formatSize(entry.size),
    entry.modified_at !== null && formatMoment(entry.modified_at),
  ]
    .filter(Boolean)
    .join(' · ')
}

export default bindToolViews(filesModule, titles, {
  list_directory: {
    icon: FolderOpen,
    doing: ({ input }) => text().listing(nameOf(input?.path) ?? text().grantedFolders),
    done: ({ output }) =>
      text().listed(nameOf(output?.path) ?? text().grantedFolders, output?.files ?? 0, output?.folders ?? 0),
    Result: ({ output }) => (
      <PathTree
        label={text().entries}
        folder={output.path}
        note={leftOut(output.truncated, output.passed_over.length, output.ignored)}
        found={output.entries.map((entry) => ({
          path: entry.path,
          kind: entry.kind,
          size: entry.size,
          detail: entry.target === undefined ? undefined : `${text().leadsTo} ${entry.target}`,
          meta: entry.protected ? text().protectedEntry : sizeAndTime(entry),
        }))}
      />
    ),
  },
  find_files: {
    icon: FileSearch,
    doing: ({ input }) => text().findingFiles(input?.pattern),
    done: ({ output }) => text().foundFiles(output?.matches.length ?? 0, output?.pattern ?? ''),
    Result: ({ output }) => (
      <PathTree
        label={text().matches}
        note={
          output.matches.length === 0 ? text().nothing : leftOut(output.truncated, output.passed_over.length)
        }
        found={output.matches.map((match) => ({ ...match, meta: sizeAndTime(match) }))}
      />
    ),
  },
  search_file_contents: {
    icon: TextSearch,
    doing: ({ input }) => text().searching(input?.query),
    done: ({ output }) =>
      (output?.file_matches ?? []).length > 0
        ? text().searchedFiles(output?.files ?? 0, output?.query ?? '')
        : text().searched(output?.matches.length ?? 0, output?.files ?? 0, output?.query ?? ''),
    Result: ({ output }) => (
      <ResultList
        label={text().matches}
        note={output.files === 0 ? text().nothing : leftOut(output.truncated, output.passed_over.length)}
        items={[
          ...output.matches.map((match) => ({
            key: `${match.path}:${match.line}`,
            icon: FileText,
            title: nameOf(match.path) ?? match.path,
            meta: text().line(match.line),
            text: (
              <MatchedLines before={match.before} after={match.after}>
                <Highlight text={match.text} ranges={match.ranges} />
              </MatchedLines>
            ),
          })),
          ...(output.file_matches ?? []).map((match) => ({
            key: match.path,
            icon: FileText,
            title: nameOf(match.path) ?? match.path,
            meta: match.count === null ? '' : text().matchCount(match.count),
            text: match.path,
          })),
        ]}
      />
    ),
  },
  read_file: {
    icon: FileText,
    doing: ({ input }) => text().reading(nameOf(input?.path) ?? text().aFile),
    done: ({ output }) =>
      output?.picture
        ? text().readPicture(output.name, pixels(output.picture))
        : text().read(output?.name ?? text().aFile, output ? output.end_line - output.start_line + 1 : 0),
    Result: ({ output }) =>
      output.picture ? (
        <PictureRead output={output} picture={output.picture} />
      ) : (
        <>
          <KeyValues
            items={[
              { label: text().path, value: output.path },
              {
                label: text().lineCount,
                value:
                  output.total_lines === 0
                    ? text().noLines
                    : text().lines(output.start_line, output.end_line, output.total_lines),
              },
              { label: text().size, value: formatSize(output.size) },
              { label: text().encoding, value: output.encoding },
              { label: text().extractedFrom, value: output.extracted_from ?? '' },
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
          { label: text().path, value: output.path },
          { label: text().size, value: formatSize(output.size) },
          { label: text().lineCount, value: output.lines === 0 ? '' : formatNumber(output.lines) },
          {
            label: text().foldersCreated,
            value: output.folders_created.join(', '),
          },
        ]}
      />
    ),
    Arguments: ({ input }) => (
      <>
        <KeyValues items={[{ label: text().path, value: input.path }]} />
        <WholeContent content={input.content} encoding={input.encoding} />
      </>
    ),
  },
  edit_file: {
    icon: FilePenLine,
    doing: ({ input }) => text().editing(nameOf(input?.path) ?? text().aFile),
    done: ({ output }) =>
      output?.dry_run
        ? text().triedEdits(output.name)
        : text().edited(output?.name ?? text().aFile, output?.replacements ?? 0),
    Result: ({ output }) => (
      <>
        <KeyValues
          items={[
            { label: text().path, value: output.path },
            { label: text().replacements, value: formatNumber(output.replacements) },
            {
              label: text().changed,
              value: `+${formatNumber(output.added)} −${formatNumber(output.removed)}`,
            },
            { label: text().size, value: `${formatSize(output.size_before)} → ${formatSize(output.size)}` },
          ]}
        />
        {output.dry_run && <Diff hunks={output.dry_run.hunks} title={output.name} counts={output} />}
      </>
    ),
    Arguments: ({ input }) => (
      <>
        <KeyValues items={[{ label: text().path, value: input.path }]} />
        <ExactEdits edits={input.edits} oldLabel={text().oldText} newLabel={text().newText} />
      </>
    ),
  },
  get_file_info: {
    icon: Info,
    doing: ({ input }) => text().lookingAt(nameOf(input?.path) ?? text().aFile),
    done: ({ output }) => text().lookedAt(output?.name ?? text().aFile),
    Result: ({ output }) => (
      <KeyValues
        items={[
          { label: text().path, value: output.path },
          { label: text().kind, value: text().kinds[output.kind] },
          { label: text().size, value: output.size === null ? '' : formatSize(output.size) },
          { label: text().entries, value: output.entries === null ? '' : formatNumber(output.entries) },
          {
            label: text().leadsTo,
            value: output.target ?? '',
          },
          { label: text().modified, value: formatMoment(output.modified_at) },
          {
            label: text().createdAt,
            value: output.created_at === null ? '' : formatMoment(output.created_at),
          },
          { label: text().permissions, value: output.permissions },
          {
            label: text().hardLinks,
            value: output.kind === 'file' && output.hard_links > 1 ? formatNumber(output.hard_links) : '',
          },
          { label: text().access, value: text().accesses[output.access] },
        ]}
      />
    ),
  },
  create_directory: {
    icon: FolderPlus,
    doing: ({ input }) => text().creatingFolder(nameOf(input?.path)),
    done: ({ output }) => text().createdFolder(output?.name ?? ''),
    Result: ({ output }) => <KeyValues items={[{ label: text().path, value: output.path }]} />,
  },
  overwrite_file: {
    icon: FilePen,
    doing: ({ input }) => text().overwriting(nameOf(input?.path) ?? text().aFile),
    done: ({ output }) => text().overwrote(output?.name ?? text().aFile, output?.created ?? false),
    Result: ({ output }) => (
      <KeyValues
        items={[
          { label: text().path, value: output.path },
          { label: text().lineCount, value: output.lines === 0 ? '' : formatNumber(output.lines) },
          { label: text().size, value: sizes(output.size_before, output.size) },
        ]}
      />
    ),
    Arguments: ({ input }) => (
      <>
        <KeyValues items={[{ label: text().path, value: input.path }]} />
        <WholeContent content={input.content} encoding={input.encoding} />
      </>
    ),
  },
  append_to_file: {
    icon: FilePlus,
    doing: ({ input }) => text().appending(nameOf(input?.path) ?? text().aFile),
    done: ({ output }) => text().appended(output?.name ?? text().aFile, output?.lines ?? 0),
    Result: ({ output }) => (
      <KeyValues
        items={[
          { label: text().path, value: output.path },
          { label: text().lineCount, value: `+${formatNumber(output.lines)}` },
          { label: text().size, value: sizes(output.size_before, output.size) },
        ]}
      />
    ),
    Arguments: ({ input }) => (
      <>
        <KeyValues items={[{ label: text().path, value: input.path }]} />
        <CodeBlock code={input.content} />
      </>
    ),
  },
  move_files: {
    icon: FolderInput,
    doing: ({ input }) => text().moving(input?.items.length),
    done: ({ output }) => text().moved(output?.succeeded ?? 0),
    Result: ({ output }) => <Relocated label={text().movedItems} results={output.results} />,
  },
  copy_files: {
    icon: Copy,
    doing: ({ input }) => text().copying(input?.items.length),
    done: ({ output }) => text().copied(output?.succeeded ?? 0),
    Result: ({ output }) => <Relocated label={text().copiedItems} results={output.results} />,
  },
  restore_files: {
    icon: ArchiveRestore,
    doing: ({ input }) => text().restoring(input?.items.length),
    done: ({ output }) => text().restored(output?.succeeded ?? 0),
    Result: ({ output }) => <Trashed label={text().restoredItems} results={output.results} />,
  },
  trash_files: {
    icon: Trash2,
    doing: ({ input }) => text().trashing(input?.paths.length),
    done: ({ output }) => text().trashed(output?.succeeded ?? 0),
    Result: ({ output }) => <Trashed label={text().inTrash} results={output.results} />,
  },
})
