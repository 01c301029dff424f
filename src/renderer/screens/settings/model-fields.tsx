import { useState } from 'react'
import { mostContextTokens, type Settings } from '../../../shared/contract/settings'
import { toErrorShape } from '../../../shared/errors'
import { changeSettings, useSettings } from '../../stores/settings'
import { attempt, notify } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { serverText } from '../../text/server'
import { text } from '../../text/text'
import { TextField } from '../../ui/text-field'
import { ModelIdField, type ModelList } from '../model-id-field'
import { SaveTyped } from './save-typed'
import { useTyped } from './use-typed'

/** The model, its server and how much it may take; what is typed is kept until it is saved or discarded. */
export function ModelFields({ settings, list }: { readonly settings: Settings; readonly list: ModelList }) {
  const typed = useTyped('model', {
    model: settings.model,
    baseUrl: settings.baseUrl,
    turnCap: String(settings.turnCap),
    contextTokens: String(settings.contextTokens),
  })
  const { model, baseUrl, turnCap, contextTokens } = typed.values
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
  const turnsFit = turns >= 1 && turns <= 100
  const contextFits = context >= 0 && context <= mostContextTokens
  const valid = turnsFit && contextFits
  const fields = {
    model: model.trim(),
    baseUrl: address,
    ...(valid && { turnCap: turns, contextTokens: context }),
  }
  // The server that stands in the form is asked, not the one that was saved before.
  const sent: (keyof typeof typed.values)[] | undefined = valid ? undefined : ['model', 'baseUrl']
  const ask = async () => {
    const [only, ...others] = await list.ask(
      address === settings.baseUrl ? undefined : () => changeSettings(fields).then(() => typed.saved(sent)),
    )
    // Where there is one, nothing is to be chosen.
    if (only !== undefined && others.length === 0)
      typed.fill('model', only, useSettings.getState().settings.model)
  }
  const save = async () => {
    setAddressProblem(undefined)
    await attempt(
      changeSettings(fields).then(
        () => {
          typed.saved()
          notify({ tone: 'success', title: t.saved })
        },
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
        onChange={(address) => {
          typed.type('baseUrl', address)
          setAddressProblem(undefined)
        }}
      />
      <ModelIdField
        label={t.modelId}
        hint={t.modelIdHelp}
        value={model}
        list={list}
        onAsk={() => void ask()}
        onChange={(id) => typed.type('model', id)}
      />
      <TextField
        label={t.turnCap}
        hint={t.turnCapHelp}
        type="number"
        min={1}
        max={100}
        value={turnCap}
        {...(!turnsFit && { error: t.turnCapWrong })}
        onChange={(turns) => typed.type('turnCap', turns)}
      />
      <TextField
        label={runsText().contextTokens}
        hint={runsText().contextTokensHelp}
        type="number"
        min={0}
        max={mostContextTokens}
        value={contextTokens}
        {...(!contextFits && { error: serverText().outOfRange(mostContextTokens) })}
        onChange={(tokens) => typed.type('contextTokens', tokens)}
      />
      <SaveTyped label={t.save} unsaved={typed.unsaved} ready={changed && valid} onDiscard={typed.discard} />
    </form>
  )
}
