import { z } from 'zod'
import { proposalStatusSchema } from '../../shared/contract/changes'
import { saidByTextSchema } from '../../shared/sentences/sentence'
import { toolClassSchema } from '../../shared/tool/classes'
import { defineModule, defineReadTool } from '../../shared/tool/define'

const getProposal = defineReadTool({
  name: 'get_proposal',
  title: 'Look up a proposal',
  description:
    'Tells what became of something that you proposed. It still waits; or it was applied, and what exactly (a person may have approved a part, or edited it first), and what of it was undone since; or it was not applied, and why. It knows only your own proposals. A person decides when they like: do not ask again and again.',
  input: z.strictObject({
    proposal_id: z
      .string()
      .min(1)
      .max(100)
      .describe('The proposal_id, or the short number such as #12, that your call was answered.'),
  }),
  output: z.object({
    proposal_id: z.string(),
    number: z.number(),
    tool: z.string(),
    class: toolClassSchema,
    status: proposalStatusSchema,
    proposed_at: z.number(),
    /** While it is pending: when it can be decided no more. */
    expires_at: z.number(),
    decided_at: z.number().nullable(),
    /** Of a rejection, a conflict or a failure. */
    reason: z.string().nullable(),
    /** What was approved where it is not all that was proposed, or not as it was proposed. */
    approved: z.object({ edited: z.boolean(), note: z.string() }).nullable(),
    /** What these two say. */
    said: saidByTextSchema.optional(),
    /** The state that the proposed tool answered when it was applied, in the shape of its output; else null. */
    result: z.unknown(),
    /** The number of the change that undid the whole of it since. */
    undone_by: z.number().nullable(),
    /** The numbers of the changes that undid a part of it since, and of what. */
    undone_in_part: z
      .object({ by: z.array(z.number()), things: z.array(z.string()), more: z.number() })
      .nullable()
      .default(null),
    /** Set where a person had it proposed again: everything here is of the last one, and this is the one asked for. */
    made_anew_from: z.string().nullable(),
  }),
  aliases: ['get_proposal_status', 'check_proposal'],
  primary: 'proposal_id',
})

const proposalsModule = defineModule({
  id: 'proposals',
  title: 'Proposals',
  icon: 'inbox',
  prompt: '',
  origin: 'own',
  tools: [getProposal],
})

export default proposalsModule
