import { z } from 'zod'

/** Longest path that a tool takes (characters); PATH_MAX of Linux in bytes. */
export const PATH_LENGTH = 4096

/** A path as every tool takes it. */
export const path = z
  .string()
  .min(1)
  .max(PATH_LENGTH)
  .describe('Absolute path, path beginning with ~, or path relative to the only granted folder.')
