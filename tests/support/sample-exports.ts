/** Made-up data as other programs export them; nobody real wrote any of it. */

/** Seconds since 1970, as ChatGPT counts. */
const spring = 1_709_553_600

interface SampleNode {
  readonly id: string
  readonly parent: string | null
  readonly role?: string
  readonly text?: string
  readonly hidden?: boolean
}

/** A conversation of ChatGPT's export with these nodes; `current` is the end of the shown branch. */
export function chatGptConversation(
  id: string,
  title: string,
  nodes: readonly SampleNode[],
  current: string,
) {
  const mapping = Object.fromEntries(
    nodes.map(({ id: node, parent, role, text = '', hidden = false }, place) => [
      node,
      {
        id: node,
        parent,
        children: nodes.filter((each) => each.parent === node).map((each) => each.id),
        message:
          role === undefined
            ? null
            : {
                id: node,
                author: { role, name: null, metadata: {} },
                create_time: spring + place,
                content: { content_type: 'text', parts: [text] },
                metadata: { model_slug: 'gpt-4o', is_visually_hidden_from_conversation: hidden },
                recipient: 'all',
              },
      },
    ]),
  )
  return {
    ...{ id, conversation_id: id, title, mapping, current_node: current },
    ...{ create_time: spring, update_time: spring + 60 },
  }
}

/** A question with two answers, of which the second is shown, and a question after the first. */
export const branchedConversation = chatGptConversation(
  'c-tides',
  'Spring tides',
  [
    { id: 'root', parent: null },
    { id: 'system', parent: 'root', role: 'system', text: 'Be brief.', hidden: true },
    { id: 'q1', parent: 'system', role: 'user', text: 'When are spring tides?' },
    { id: 'a1', parent: 'q1', role: 'assistant', text: 'At the new moon.' },
    { id: 'q2', parent: 'a1', role: 'user', text: 'Only then?' },
    { id: 'a2', parent: 'q1', role: 'assistant', text: 'At the new moon and the full moon.' },
  ],
  'a2',
)

/** A conversation of Claude's export. */
export const claudeConversation = {
  uuid: '4b1d1c1e-0000-4000-8000-000000000001',
  name: 'Knots',
  created_at: '2024-05-01T10:00:00.000000Z',
  updated_at: '2024-05-01T10:05:00.000000Z',
  account: { uuid: 'a' },
  chat_messages: [
    {
      ...{ uuid: 'm1', sender: 'human', text: 'Which knot holds?', created_at: '2024-05-01T10:00:00Z' },
      content: [{ type: 'text', text: 'Which knot holds?' }],
      attachments: [{ file_name: 'list.txt', file_size: 8, file_type: 'txt', extracted_content: 'bowline' }],
      files: [{ file_name: 'rope.png' }],
    },
    {
      ...{ uuid: 'm2', sender: 'assistant', text: 'The bowline.', created_at: '2024-05-01T10:01:00Z' },
      content: [
        { type: 'thinking', thinking: 'A loop is wanted.' },
        { type: 'text', text: 'The bowline.' },
        { type: 'tool_use', name: 'search', input: {} },
      ],
      attachments: [],
      files: [],
    },
  ],
}
