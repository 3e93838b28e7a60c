import * as v from 'valibot';
import { groupCallSizes } from '../../domain/group-call-sizes.ts';
import { GROUP_CALL_SIGNALS } from '../../domain/group-call.ts';
import { ok } from '../../domain/result.ts';
import { text, whole } from '../scalars.ts';
import type { Decoder } from './control.ts';
import { contact, conversationIn } from './fields.ts';
import { groupCallData } from './group-call-data.ts';
import { read } from './read.ts';

export const groupCallFields = v.object({ toContactId: contact, call: v.nullable(groupCallData) });

/** Ours: the newest state of the group's call (GCALL-1). */
export const decodeGroupCall: Decoder = (data, at) => {
  const parsed = read(groupCallFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, call } = parsed.value;
  return ok({ type: 'groupCallSet', conversation: conversationIn(at, toContactId), call });
};

export const groupCallSignalFields = v.object({
  toContactId: contact,
  call: text,
  from: text,
  to: text,
  kind: v.picklist(GROUP_CALL_SIGNALS),
  text: v.pipe(text, v.maxLength(groupCallSizes.signalMax)),
  path: whole,
});

/** Ours and transient: a signal from another device of a group call (GCALL-5). */
export const decodeGroupCallSignal: Decoder = (data, at) => {
  const parsed = read(groupCallSignalFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId: group, ...signal } = parsed.value;
  return ok({ type: 'groupCallSignal', signal: { group, ...signal } });
};
