import { useId, useState } from 'react'
import { mostContextTokens, type Settings } from '../../../shared/contract/settings'
import { toAppError } from '../../../shared/errors'
import { changeSettings, listModels } from '../../stores/settings'
import { attempt, notify } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'

/** What the server of the settings says of its models. */
export interface ModelList {
  readonly models: readonly string[]
  readonly failure: string | null
  readonly busy: boolean
  /** Saves what is given first, then asks. */
  ask(change: Partial<Settings> | null): Promise<void>
}

/** The models of the server, once it was asked; outlives the form, which begins anew with each address. */
export function useModelList(): ModelList {
  const [state, setState] = useState<Omit<ModelList, 'ask'>>({ models: [], failure: null, busy: false })
  const ask = async (change: Partial<Settings> | null) => {
    setState({ models: [], failure: null, busy: true })
    try {
      if (change !== null) await changeSettings(change)
      const models = await listModels()
      setState({ models, failure: models.length === 0 ? text().settings.noModels : null, busy: false })
    } catch (error) {
      setState({ models: [], failure: toAppError(error).message, busy: false })
    }
  }
  return { ...state, ask }
}

/** The model, its server and how much it may take; typed values stay here until they are saved. */
export function ModelFields({ settings, list }: { readonly settings: Settings; readonly list: ModelList }) {
  const [model, setModel] = useState(settings.model)
  const [baseUrl, setBaseUrl] = useState(settings.baseUrl)
  const [turnCap, setTurnCap] = useState(String(settings.turnCap))
  const [contextTokens, setContextTokens] = useState(String(settings.contextTokens))
  const listId = useId()
  const t = text().settings
  const address = baseUrl.trim().replace(/\/v1\/?$/, '')
  const turns = Number.parseInt(turnCap, 10)
  const context = Number.parseInt(contextTokens, 10)
  const changed =
    model !== settings.model ||
    address !== settings.baseUrl ||
    turns !== settings.turnCap ||
    context !== settings.contextTokens
  const valid = turns >= 1 && turns <= 100 && context >= 0 && context <= mostContextTokens
  const fields = {
    model: model.trim(),
    baseUrl: address,
    ...(valid && { turnCap: turns, contextTokens: context }),
  }
  // The server that stands in the form is asked, not the one that was saved before.
  const ask = () => void list.ask(address === settings.baseUrl ? null : fields)
  const save = async () => {
    if (await attempt(changeSettings(fields).then(() => true))) notify({ tone: 'success', title: t.saved })
  }
  return (
    <form
      className="section-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={t.baseUrl}
        hint={t.baseUrlHelp}
        value={baseUrl}
        maxLength={2000}
        placeholder="https://api.anthropic.com"
        mono
        onChange={setBaseUrl}
      />
      <div className="section-row">
        <TextField
          label={t.modelId}
          hint={list.models.length > 0 ? t.modelsFound(list.models.join(', ')) : t.modelIdHelp}
          {...(list.failure !== null && { error: list.failure })}
          value={model}
          maxLength={200}
          list={listId}
          mono
          onChange={setModel}
        />
        <Button busy={list.busy} onClick={ask}>
          {t.listModels}
        </Button>
      </div>
      <datalist id={listId}>
        {list.models.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <TextField
        label={t.turnCap}
        hint={t.turnCapHelp}
        type="number"
        min={1}
        max={100}
        value={turnCap}
        onChange={setTurnCap}
      />
      <TextField
        label={runsText().contextTokens}
        hint={runsText().contextTokensHelp}
        type="number"
        min={0}
        max={mostContextTokens}
        value={contextTokens}
        onChange={setContextTokens}
      />
      <div>
        <Button type="submit" variant="primary" disabled={!changed || !valid}>
          {t.save}
        </Button>
      </div>
    </form>
  )
}
