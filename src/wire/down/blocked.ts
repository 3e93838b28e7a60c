import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { flag } from '../scalars.ts';
import { person } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

export const blockFields = v.object({ id: person, on: flag });

/** `blockPerson`, ours: a device of this user blocked or unblocked another user (BLOCK-7). */
export function decodeBlock(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(blockFields, data, at.type);
  return parsed.ok ? ok({ type: 'blockSet', user: parsed.value.id, on: parsed.value.on }) : parsed;
}
