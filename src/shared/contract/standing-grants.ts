import { z } from 'zod'
import { actorSchema } from '../actor'
import { saidSchema } from '../sentences/sentence'
import { writeClassSchema } from '../tool/classes'
import { targetSchema } from '../tool/preview'
import { procedure } from './base'

/** How far “don’t ask again” reaches, the narrowest first. */
const grantScopes = ['target', 'container', 'run', 'conversation'] as const
/** Parses a scope. */
const grantScopeSchema = z.enum(grantScopes)
/** One of {@link grantScopes}; a container is a folder or a collection. */
export type GrantScope = z.infer<typeof grantScopeSchema>

/** A scope that an approval may be remembered for, with what it would cover. */
export const rememberOptionSchema = z.object({
  scope: grantScopeSchema,
  /** What it covers in words: “this file, in this run”, “the folder notes and what is in it”. */
  label: z.string(),
  said: saidSchema.optional(),
})
/** See {@link rememberOptionSchema}. */
export type RememberOption = z.infer<typeof rememberOptionSchema>

/** The most times that a remembered approval can be limited to. */
const longestCount = 10_000

/** A person's wish not to be asked again. */
export const rememberSchema = z.strictObject({
  scope: grantScopeSchema,
  /** How many more times; without a limit when absent. */
  uses: z.number().int().min(1).max(longestCount).optional(),
  /** Milliseconds since 1970; without an end when absent. */
  until: z.number().int().optional(),
})
/** See {@link rememberSchema}. */
export type Remember = z.infer<typeof rememberSchema>

/** A remembered approval: a tool's changes that are applied without asking, within a scope. */
export const standingGrantSchema = z.object({
  id: z.string(),
  tool: z.string(),
  toolTitle: z.string(),
  module: z.string(),
  /** Covers this class and milder ones. */
  class: writeClassSchema,
  scope: grantScopeSchema,
  /** What it covers, in words. */
  label: z.string(),
  said: saidSchema.optional(),
  /** Whose calls it covers. */
  actor: actorSchema,
  /** For scope `target`: all that it covers. */
  targets: z.array(targetSchema),
  /** For scope `container`. */
  container: targetSchema.nullable(),
  /** Set when it holds within one run only. */
  runId: z.string().nullable(),
  /** Set when it holds within one conversation only. */
  conversationId: z.string().nullable(),
  /** How often it was used. */
  used: z.number(),
  /** Null without a limit. */
  usesLeft: z.number().nullable(),
  until: z.number().nullable(),
  status: z.enum(['active', 'used_up', 'expired', 'revoked']),
  createdAt: z.number(),
  createdBy: actorSchema,
  revokedAt: z.number().nullable(),
  /** The proposal whose approval made it. */
  proposalId: z.string(),
  proposalNumber: z.number(),
})
/** See {@link standingGrantSchema}. */
export type StandingGrant = z.infer<typeof standingGrantSchema>

/** The grant ledger; grants are made by approving a proposal with `remember`, and nowhere else. */
export const grantsLedgerContract = {
  list: procedure
    .input(z.strictObject({ status: z.enum(['active', 'all']).default('active') }))
    .output(z.array(standingGrantSchema)),
  /** Ends it at once; what was applied under it stays. */
  revoke: procedure.input(z.strictObject({ id: z.string() })).output(standingGrantSchema),
}
