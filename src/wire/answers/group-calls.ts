import * as v from 'valibot';
import type { GroupCall } from '../../domain/group-call.ts';
import { groupCallData } from '../down/group-call-data.ts';

/** Decodes the answer to `joinGroupCall`: the call with this device in it (GCALL-2). Null: malformed. */
export function decodeGroupCallAnswer(data: unknown): GroupCall | null {
  const parsed = v.safeParse(groupCallData, data);
  return parsed.success ? parsed.output : null;
}
