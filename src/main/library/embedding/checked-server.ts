import {
  type EmbeddingChoice,
  type EmbeddingProvider,
  usualOllamaAddress,
} from '../../../shared/contract/embedding'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { normalBaseUrl } from '../../settings/choose-model'

/** An address that can be asked; throws `invalid_input`. */
export function checkedAddress(provider: EmbeddingProvider, address: string): string {
  if (provider === 'local') {
    throw new AppError('invalid_input', say('meaning.no_key_needed'), { field: 'key' })
  }
  const normal = normalBaseUrl(address)
  if (normal !== '') return normal
  if (provider === 'ollama') return usualOllamaAddress
  throw new AppError('invalid_input', say('meaning.enter_address'), {
    field: 'address',
  })
}

/** A server that can be asked; throws `invalid_input`. */
export function checkedServer({ provider, address, model }: EmbeddingChoice): EmbeddingChoice {
  if (model.trim() === '') {
    throw new AppError('invalid_input', say('meaning.enter_model'), {
      field: 'model',
    })
  }
  return { provider, address: checkedAddress(provider, address), model: model.trim() }
}
