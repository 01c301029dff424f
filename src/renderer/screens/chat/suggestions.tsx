import {
  Building2,
  CircleCheckBig,
  CircleQuestionMark,
  FileText,
  FolderOpen,
  NotebookText,
  User,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ContactLine } from '../../../shared/contract/contacts'
import type { Document } from '../../../shared/contract/document'
import type { NamedFile } from '../../../shared/contract/files'
import type { NoteLine } from '../../../shared/contract/notes'
import type { TaskLine } from '../../../shared/contract/tasks'
import type { ToolInfo } from '../../../shared/contract/tools'
import { assertNever } from '../../../shared/errors'
import { takesDocuments } from '../../app/document-fields'
import { toolView } from '../../app/tool-views'
import { attachmentsText } from '../../text/attachments'
import { chatText } from '../../text/chat'
import { contactsText } from '../../text/contacts'
import { tasksText } from '../../text/tasks'
import { text } from '../../text/text'
import { typeName } from '../../text/type-name'
import { ClassBadge } from '../../ui/class-badge'
import { HiddenText } from '../../ui/hidden-text'
import { AssistantFace } from '../assistant-face'
import { sourceName } from './mention'
import { exampleCall, type FieldHint, fieldHints, type Suggestion } from './slash'
import type { Offer } from './use-offers'
import './suggestions.css'

/** What fits what is typed after `/` or `@`; the text field has the focus and takes the keys. */
export function Suggestions({
  id,
  offers,
  active,
  onChoose,
}: {
  readonly id: string
  readonly offers: readonly Offer[]
  readonly active: number
  readonly onChoose: (offer: Offer) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={listName(offers[0])}
      className="suggestions"
      tabIndex={-1}
    >
      {offers.map((offer, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and takes the keys
        <div
          key={keyOf(offer)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(offer)}
        >
          <OfferLine offer={offer} />
        </div>
      ))}
    </div>
  )
}

function OfferLine({ offer }: { readonly offer: Offer }) {
  switch (offer.kind) {
    case 'tool':
      return <ToolLine suggestion={offer.suggestion} />
    case 'topic':
      return <ToolLine suggestion={offer.suggestion} bare />
    case 'help':
      return (
        <>
          <CircleQuestionMark size={15} aria-hidden />
          <span className="suggestion-name">/{offer.name}</span>
          <span className="suggestion-fields" />
          <span className="suggestion-title">{text().chat.help}</span>
        </>
      )
    case 'document':
    case 'argument':
      return <DocumentLine document={offer.document} />
    case 'note':
      return <NoteOffer note={offer.note} />
    case 'task':
      return <TaskOffer task={offer.task} />
    case 'file':
      return <FileLine file={offer.file} />
    case 'contact':
      return <PersonLine contact={offer.contact} />
    case 'assistant':
      return (
        <>
          <AssistantFace assistant={offer.assistant} size={18} />
          <span className="suggestion-name truncate">
            <HiddenText text={offer.assistant.name} />
          </span>
          <span className="suggestion-kind">{chatText().mention.assistant}</span>
        </>
      )
    default:
      return assertNever(offer)
  }
}

/** A tool to call; `bare` where it is only named, so that its fields do not follow. */
function ToolLine({
  suggestion: { tool, name },
  bare = false,
}: {
  readonly suggestion: Suggestion
  readonly bare?: boolean
}) {
  const Icon = toolView(tool.name).icon
  return (
    <>
      <Icon size={15} aria-hidden />
      <span className="suggestion-name">{bare ? name : `/${name}`}</span>
      <span className="suggestion-fields">{bare ? '' : fieldsLine(tool)}</span>
      <span className="suggestion-title">{tool.title}</span>
      <ClassBadge toolClass={tool.class} />
    </>
  )
}

function DocumentLine({ document: { title, source, mime } }: { readonly document: Document }) {
  return (
    <>
      <FileText size={15} aria-hidden />
      <span className="suggestion-name truncate">
        <HiddenText text={title} />
      </span>
      <span className="suggestion-fields suggestion-file">
        <HiddenText text={sourceName(source)} />
      </span>
      <span className="suggestion-kind">{typeName(mime)}</span>
    </>
  )
}

function NoteOffer({ note: { title, beginning } }: { readonly note: NoteLine }) {
  return (
    <>
      <NotebookText size={15} aria-hidden />
      <span className="suggestion-name truncate">
        <HiddenText text={title} />
      </span>
      <span className="suggestion-fields suggestion-file">
        <HiddenText text={beginning} />
      </span>
      <span className="suggestion-kind">{attachmentsText().note}</span>
    </>
  )
}

function TaskOffer({ task: { title, status } }: { readonly task: TaskLine }) {
  return (
    <>
      <CircleCheckBig size={15} aria-hidden />
      <span className="suggestion-name truncate">
        <HiddenText text={title} />
      </span>
      <span className="suggestion-fields suggestion-file">{tasksText().statuses[status]}</span>
      <span className="suggestion-kind">{attachmentsText().task}</span>
    </>
  )
}

function FileLine({ file: { name, path } }: { readonly file: NamedFile }) {
  return (
    <>
      <FolderOpen size={15} aria-hidden />
      <span className="suggestion-name truncate">
        <HiddenText text={name} />
      </span>
      <span className="suggestion-fields suggestion-file">
        <HiddenText text={path.slice(0, -name.length - 1)} />
      </span>
      <span className="suggestion-kind">{attachmentsText().file}</span>
    </>
  )
}

function PersonLine({ contact }: { readonly contact: ContactLine }) {
  const { kind, name, role, organization, email } = contact
  const Icon = kind === 'person' ? User : Building2
  return (
    <>
      <Icon size={15} aria-hidden />
      <span className="suggestion-name truncate">
        <HiddenText text={name} />
      </span>
      <span className="suggestion-fields suggestion-file">
        <HiddenText text={[role, organization].filter(Boolean).join(', ') || email} />
      </span>
      <span className="suggestion-kind">{contactsText().kinds[kind]}</span>
    </>
  )
}

function listName(first: Offer | undefined): string {
  const named = first?.kind === 'tool' || first?.kind === 'topic' || first?.kind === 'help'
  return named ? text().chat.suggestions : chatText().mention.list
}

function keyOf(offer: Offer): string {
  switch (offer.kind) {
    case 'tool':
    case 'topic':
      return offer.suggestion.tool.name
    case 'help':
      // No tool is called so.
      return '/'
    case 'document':
    case 'argument':
      return offer.document.id
    case 'assistant':
      return offer.assistant.id
    case 'note':
      return offer.note.id
    case 'contact':
      return offer.contact.id
    case 'task':
      return offer.task.id
    case 'file':
      return offer.file.path
    default:
      return assertNever(offer)
  }
}

/** The fields of the tool that is being called, and how a call is typed that needs several. */
export function ArgumentsHint({ tool, name }: { readonly tool: ToolInfo; readonly name: string }) {
  const hints = fieldHints(tool)
  const example = exampleCall(tool, name)
  if (hints.length === 0) return null
  return (
    <div className="arguments-hint">
      <ClassBadge toolClass={tool.class} />
      <dl aria-label={text().chat.argumentsHint}>
        {hints.map((hint) => (
          <div key={hint.name} title={hint.description}>
            <dt data-required={hint.required || undefined}>
              {hint.name}
              {hint.name !== tool.primary && '='}
            </dt>
            <dd>{typeInWords(tool, hint)}</dd>
          </div>
        ))}
      </dl>
      {example !== null && (
        <p className="arguments-example">
          {text().chat.example} <code>{example}</code>
        </p>
      )}
    </div>
  )
}

function fieldsLine(tool: ToolInfo): string {
  return fieldHints(tool)
    .map((hint) => (hint.required || hint.name === tool.primary ? hint.name : `[${hint.name}]`))
    .join(' ')
}

function typeInWords(tool: ToolInfo, { name, type }: FieldHint): string {
  const { types, titleOfDocument } = chatText()
  if (takesDocuments(tool, name)) return titleOfDocument
  return Object.entries(types).find(([word]) => word === type)?.[1] ?? type
}
