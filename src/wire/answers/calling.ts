import * as v from 'valibot';
import { CALL } from '../../domain/call.ts';
import { int } from '../scalars.ts';

const answer = v.object({ extends: v.object({ code: int }) });

/**
 * Checks whether the answer to `calling` reports an unreachable callee: only then it has the busy code
 * (CALL-13).
 */
export function isUnreachable(data: unknown): boolean {
  const parsed = v.safeParse(answer, data);
  return parsed.success && parsed.output.extends.code === CALL.busy;
}
