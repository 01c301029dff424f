import { useRef, useState } from 'react'
import { crawledPagesLimit } from '../../../shared/contract/library'
import { addressLimit, isWebAddress } from '../../../shared/web/web-address'
import { addPages } from '../../stores/add-to-library'
import { askForPage, useAdditions } from '../../stores/additions'
import { useLibrary } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { webText } from '../../text/web'
import { SegmentedControl } from '../../ui/segmented-control'
import { TextField } from '../../ui/text-field'
import { useCollectionChoice } from '../collection-choice'
import { FormDialog } from '../form-dialog'

/** As many pages as a site's handbook has, and no more than a minute of them. */
const usualPages = 50

/** Asks for the address of a page that is wanted. */
export function WebPageDialog() {
  const wanted = useAdditions((state) => state.wantedPage)
  return wanted === null ? null : <Asking address={wanted} />
}

function Asking({ address }: { readonly address: string }) {
  const here = useLibrary((state) => state.collectionId)
  const [url, setUrl] = useState(address)
  const [refused, setRefused] = useState(false)
  const [mode, setMode] = useState<'single' | 'crawl'>('single')
  const [most, setMost] = useState(String(usualPages))
  const first = useRef<HTMLInputElement>(null)
  const t = webText()
  const collection = useCollectionChoice(here, t.collection)
  const maxPages = Number(most)
  const counts = Number.isInteger(maxPages) && maxPages >= 1 && maxPages <= crawledPagesLimit
  const close = () => askForPage(null)
  const fetchNow = () => {
    const wanted = withScheme(url)
    if (!namesHost(wanted)) {
      setRefused(true)
      first.current?.focus()
      return
    }
    close()
    const pages = { url: wanted, mode, maxPages: mode === 'single' ? 1 : maxPages }
    void attempt(collection.take().then((id) => addPages(pages, id)))
  }
  return (
    <FormDialog
      title={t.title}
      size="sm"
      onCancel={close}
      initialFocus={first}
      confirm={t.fetch}
      ready={url.trim() !== '' && (mode === 'single' || counts) && collection.ready}
      onSubmit={fetchNow}
      className="library-form"
    >
      <TextField
        ref={first}
        label={t.address}
        hint={t.addressHint}
        error={refused ? t.addressError : undefined}
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        mono
        value={url}
        maxLength={addressLimit}
        onChange={(typed) => {
          setUrl(typed)
          setRefused(false)
        }}
      />
      <SegmentedControl
        label={t.scope}
        value={mode}
        segments={[
          { value: 'single', label: t.single },
          { value: 'crawl', label: t.crawl },
        ]}
        onChange={setMode}
      />
      {mode === 'crawl' && (
        <TextField
          label={t.most}
          hint={t.crawlText}
          error={counts ? undefined : t.mostError(crawledPagesLimit)}
          inputMode="numeric"
          value={most}
          maxLength={4}
          onChange={setMost}
        />
      )}
      {collection.field}
    </FormDialog>
  )
}

/** Whether it is an address of the web, with a host's name in it: Chromium takes one with spaces for one. */
function namesHost(address: string): boolean {
  return isWebAddress(address) && URL.canParse(address) && !new URL(address).hostname.includes('%')
}

/** People type an address as they say it. */
function withScheme(address: string): string {
  const trimmed = address.trim()
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[\w.-]+:\d/.test(trimmed) ? trimmed : `https://${trimmed}`
}
