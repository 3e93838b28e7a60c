import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { whole } from '../scalars.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

export const momentsFields = v.object({ at: whole });

/** `moments`, ours: something is new among them, and when the newest was that is news to me (MOMENT-6). */
export function decodeMoments(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(momentsFields, data, at.type);
  return parsed.ok ? ok({ type: 'momentsMoved', atMs: parsed.value.at }) : parsed;
}
