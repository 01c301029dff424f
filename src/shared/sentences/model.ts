import { itSays, networkReason } from './network'

interface At {
  /** Host and port. */
  readonly address: string
}
interface Says {
  /** The server's own words, on one line; empty where it has none. */
  readonly says: string
}

/** What goes wrong with a model and its server. */
export const modelSentences = {
  'model.stopped': () => 'Stopped before the answer was complete.',
  'model.stopped_before': () => 'Stopped before the model was asked.',
  'model.silent': ({ address, seconds }: At & { seconds: number }) =>
    `The model server at ${address} did not answer for ${seconds} s.`,
  'model.stalled': ({ address, seconds }: At & { seconds: number }) =>
    `The model server at ${address} stopped sending in the middle of its answer for ${seconds} s.`,
  'model.slept': ({ address }: At) =>
    `This computer slept while the model server at ${address} was asked, and no answer comes any more.`,
  'model.slept_in_middle': ({ address }: At) =>
    `This computer slept while the model server at ${address} was answering, and nothing more comes.`,
  'model.unreachable': ({ address, reason }: At & { reason: string }) =>
    `The model server at ${address} can’t be reached: ${networkReason(reason)}.`,
  'model.server_failed': ({ address, words }: At & { words: string }) =>
    `The model server at ${address} failed: ${words}`,
  'model.overloaded': ({ says }: Says) => `The model is overloaded.${itSays(says)} Try again in a moment.`,
  'model.too_many_requests': ({ says }: Says) =>
    `Too many requests to the model.${itSays(says)} Try again in a moment.`,
  'model.key_refused': ({ says }: Says) =>
    `The model server refused the key.${itSays(says)} Check it in Settings.`,
  'model.key_refused_at': ({ address, status, says }: At & Says & { status: number }) =>
    `The model server at ${address} refused the key (${status}).${itSays(says)} Check it in Settings.`,
  'model.key_refused_listing': ({ address, status }: At & { status: number }) =>
    `The model server at ${address} refused the key (${status}).`,
  'model.no_credit': ({ says }: Says) => `The account of this key can’t pay.${itSays(says)}`,
  'model.spend_limit': ({ says }: Says) =>
    `The spend limit of this key is reached.${itSays(says)} Raise it or use another key.`,
  'model.refused': ({ says }: Says) => `The model server refused the request.${itSays(says)}`,
  'model.refused_at': ({ address, status, says }: At & Says & { status: number }) =>
    `The model server at ${address} refused the request (${status}).${itSays(says)}`,
  'model.broke_off': ({ says }: Says) => `The model broke off with an error.${itSays(says)}`,
  'model.no_such_model': ({ address, model, says }: At & Says & { model: string }) =>
    `The server at ${address} knows no model “${model}” or does not let you use it (404).${itSays(says)} Choose another model in Settings.`,
  'model.unknown': ({ address, model, says }: At & Says & { model: string }) =>
    `The server at ${address} knows no model “${model}” or no Messages API (404).${itSays(says)} Check the model’s name in Settings. A server that offers OpenAI’s API alone can’t be used: Ollama, LM Studio, llama.cpp and vLLM have the Messages API in newer versions.`,
  'model.asked_too_often': ({ address, status, says }: At & Says & { status: number }) =>
    `The model server at ${address} is asked too often (${status}).${itSays(says)} Try again in a moment.`,
  'model.overloaded_at': ({ address, status, says }: At & Says & { status: number }) =>
    `The model server at ${address} is overloaded (${status}).${itSays(says)} Try again in a moment.`,
  'model.failed_at': ({ address, status, says }: At & Says & { status: number }) =>
    `The model server at ${address} failed (${status}).${itSays(says)}`,
  'model.too_long': ({ says }: Says) =>
    `This conversation is longer than the model takes in one request.${itSays(says)} Nothing of it is lost. Go on in a new conversation, or choose a model that takes more in Settings.`,
  'model.ended_early': () => 'The model’s answer ended early.',
  'model.ended_in_middle': ({ address }: At) =>
    `The model server at ${address} ended its answer in the middle.`,
  'model.empty_answer': ({ address }: At) => `The model server at ${address} sent an empty answer.`,
  'model.web_page': ({ address }: At) =>
    `The server at ${address} answered with a web page instead of the Messages API. Check the address in Settings.`,
  'model.not_events': ({ address, says }: At & Says) =>
    `The server at ${address} did not stream an answer, as the Messages API does.${itSays(says)} Check its version, and the address in Settings.`,
  'model.not_json': () => 'The model server sent something that is not JSON.',
  'model.unknown_event': () => 'The model server sent an event that the Messages API does not have.',
  'model.declined': ({ says }: Says) =>
    `The model declined to answer this.${says === '' ? '' : ` It says: ${says}`} Ask in another way: your message and this answer are not sent to it again.`,
  'model.summary_ended_early': () => 'The model’s summary of the conversation ended early.',
  'model.no_plain_answer': ({ address, model }: At & { model: string }) =>
    `The server at ${address} did not answer a plain question to “${model}”, so what else it can do is not known. Check the model’s name and the key.`,
  'model.no_list': ({ address, status }: At & { status: number }) =>
    `The server at ${address} lists no models (${status}).`,
  'model.list_too_long': () => 'The list of models is too long to be one.',
  'model.answer_too_long': () => 'The model server’s answer is too long to be one.',
  'model.went_on': ({ tokens }: { tokens: number }) =>
    `The model server was asked for at most ${tokens} tokens and went on far beyond, so its answer was ended. What came until then is kept. Ask for less at once, or check the server and its model in Settings.`,
  'model.none_there': ({ address }: At) =>
    `The server at ${address} has no model. Load one there, or name one in Settings.`,
  'model.no_key': () => 'There is no key for the model. Enter one in Settings, or use the offline assistant.',
  'model.odd_key': () =>
    'The key for the model has a character in it that no key has, such as a line break. Copy it again, whole and without anything around it.',
  'model.offline_asks_nothing': () => 'The offline assistant asks no server. Choose a model first.',
  'model.address_with_secret': () =>
    'The address of a model server holds no name, password or parameters. Write it like http://127.0.0.1:11434, and enter a key as the key.',
  'model.no_address': ({ text }: { text: string }) =>
    `“${text}” is not an address of a model server. Write it like http://127.0.0.1:11434.`,
  'model.offline_in_use': () => 'The offline assistant answers from the library, without a model.',
  /** `model` is empty where the first one is used; `key` is `none`, `environment` or `stored`. */
  'model.in_use': ({ address, model, key, missing }: At & { model: string; key: string; missing: boolean }) =>
    `${model === '' ? 'The first model' : model} at ${address}, ${keysInUse[key] ?? key}.${missing ? ' Enter a key to use it.' : ''}`,
  'run.closed': () => 'The application was closed while this ran.',
  'run.stopped': () => 'Stopped. What had arrived was kept.',
  'run.call_after_turns': () => 'This was not run: the run had used all its turns.',
  'run.call_after_end': () => 'This was not run to its end: the run ended first.',
  'run.arguments_broken': () =>
    'What the model wrote for this call was broken off or damaged, so it was not run.',
  'run.tool_not_loaded': ({ tool }: { tool: string }) =>
    `The model had not asked for the description of ${tool} yet, so this call was not run.`,
  'run.call_cut': () =>
    'The answer was cut off at its length limit, so this call was not run. Do it in smaller steps.',
  'run.call_full': () => 'The answer was cut off because the conversation is full, so this call was not run.',
  'run.call_declined': () => 'The model declined to go on, so this call was not run.',
  'run.call_stopped': () => 'The run was stopped before this was started.',
}

const keysInUse: Readonly<Record<string, string>> = {
  none: 'without a key',
  environment: 'with the key of the environment',
  stored: 'with the stored key',
}
