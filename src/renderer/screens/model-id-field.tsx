import { useId, useState } from 'react'
import { toAppError } from '../../shared/errors'
import { listModels } from '../stores/settings'
import { text } from '../text/text'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'

/** What the server of the settings says of its models. */
export interface ModelList {
  readonly models: readonly string[]
  readonly failure: string | null
  readonly busy: boolean
  /** Asks the server, after what has to be done first; none where it could not be asked, which is told. */
  ask(first?: () => Promise<unknown>): Promise<readonly string[]>
}

/** The models of the server, once it was asked; outlives the form, which begins anew with each address. */
export function useModelList(): ModelList {
  const [state, setState] = useState<Omit<ModelList, 'ask'>>({ models: [], failure: null, busy: false })
  const ask = async (first?: () => Promise<unknown>) => {
    setState({ models: [], failure: null, busy: true })
    try {
      await first?.()
      const models = await listModels()
      setState({ models, failure: models.length === 0 ? text().settings.noModels : null, busy: false })
      return models
    } catch (error) {
      setState({ models: [], failure: toAppError(error).message, busy: false })
      return []
    }
  }
  return { ...state, ask }
}

/** A model by its id: typed, or chosen from those that its server names. */
export function ModelIdField({
  label,
  hint,
  value,
  list,
  onAsk,
  onChange,
}: {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly list: ModelList
  /** Without it there is no server that could be asked. */
  readonly onAsk?: () => void
  readonly onChange: (model: string) => void
}) {
  const listId = useId()
  const t = text().settings
  return (
    <>
      <div className="section-row">
        <TextField
          label={label}
          hint={list.models.length > 0 ? t.modelsFound(list.models.join(', ')) : hint}
          {...(list.failure !== null && { error: list.failure })}
          value={value}
          maxLength={200}
          list={listId}
          mono
          onChange={onChange}
        />
        {onAsk && (
          <Button busy={list.busy} onClick={onAsk}>
            {t.listModels}
          </Button>
        )}
      </div>
      <datalist id={listId}>
        {list.models.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  )
}
