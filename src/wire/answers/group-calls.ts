import * as v from 'valibot';
import type { GroupCall } from '../../domain/group-call.ts';
import { groupCallData } from '../down/group-call-data.ts';

/** Decodes the answer to `joinGroupCall`: the call with this device in it (GCALL-2). Null: malformed. */
export function decodeGroupCallAnswer(data: unknown): GroupCall | null {
  const parsed = v.safeParse(groupCallData, data);
  return parsed.success ? parsed.output : null;
}

/**
 * Reasons of a refused join, as `refusal` in the data of the answer: all places are taken, a manager removed
 * the user, or the server has as many calls as it may have.
 */
export const GROUP_CALL_REFUSALS = ['full', 'removed', 'serverFull'] as const;

export type GroupCallJoinRefusal = (typeof GROUP_CALL_REFUSALS)[number];

const refusal = v.object({ refusal: v.picklist(GROUP_CALL_REFUSALS) });

/** Decodes the reason of a refused `joinGroupCall`; null: another one, in the answer's message. */
export function decodeGroupCallRefusal(data: unknown): GroupCallJoinRefusal | null {
  const parsed = v.safeParse(refusal, data);
  return parsed.success ? parsed.output.refusal : null;
}

const unitAnswer = v.object({ answer: v.string() });
const unitFull = v.object({ refusal: v.literal('unitFull') });

/** The unit has as many connections as it may have. */
export const isUnitFull = (data: unknown): boolean => v.is(unitFull, data);

/** Decodes the answer to `connectGroupCall`: the description of the unit (GCALL-24). Null: malformed. */
export function decodeUnitAnswer(data: unknown): string | null {
  const parsed = v.safeParse(unitAnswer, data);
  return parsed.success ? parsed.output.answer : null;
}
