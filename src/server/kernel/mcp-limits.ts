import { duration } from '../../domain/limits.ts';
import type { Rate } from './rate.ts';

/** Requests to `/mcp` (BOT-12): bytes, rows of a result, characters of an argument, and how often. */
export const mcpLimits = {
  bytesMax: 262_144,
  rowsMax: 100,
  textMax: 65_536,
  rate: { times: 120, windowMs: duration.MINUTE } satisfies Rate,
  addressRate: { times: 600, windowMs: duration.MINUTE } satisfies Rate,
  /** How long a client may keep the list of tools. */
  listMs: 5 * duration.MINUTE,
} as const;
