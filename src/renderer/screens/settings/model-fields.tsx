import { useState } from 'react'
import { mostContextTokens, type Settings } from '../../../shared/contract/settings'
import { toErrorShape } from '../../../shared/errors'
import { changeSettings } from '../../stores/settings'
import { attempt, notify } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { ModelIdField, type ModelList } from '../model-id-field'

/** The model, its server and how much it may take; typed values stay here until they are saved. */
export function ModelFields({ settings, list }: { readonly settings: Settings; readonly list: ModelList }) {
  const [model, setModel] = useState(settings.model)
  const [baseUrl, setBaseUrl] = useState(settings.baseUrl)
  const [turnCap, setTurnCap] = useState(String(settings.turnCap))
  const [contextTokens, setContextTokens] = useState(String(settings.contextTokens))
  const [addressProblem, setAddressProblem] = useState<string>()
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
  const ask = () => void list.ask(address === settings.baseUrl ? undefined : () => changeSettings(fields))
  const save = async () => {
    setAddressProblem(undefined)
    await attempt(
      changeSettings(fields).then(
        () => notify({ tone: 'success', title: t.saved }),
        (error: unknown) => {
          const failure = toErrorShape(error)
          if (failure.field !== 'baseUrl') throw error
          setAddressProblem(failure.message)
        },
      ),
    )
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
        {...(addressProblem !== undefined && { error: addressProblem })}
        onChange={(typed) => {
          setBaseUrl(typed)
          setAddressProblem(undefined)
        }}
      />
      <ModelIdField
        label={t.modelId}
        hint={t.modelIdHelp}
        value={model}
        list={list}
        onAsk={ask}
        onChange={setModel}
      />
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
