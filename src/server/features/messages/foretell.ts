import { messageId, parseTarget, streamOf } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { Foretold } from '../../../ports/store.ts';
import type { Composed } from './compose.ts';

/**
 * The reads of a plain message are known beforehand; one with mentions, files or quotes, or that ends a
 * draft, needs more (COMMIT-12).
 */
export function foretellPost(me: UserId, draft: Composed, login: string | null = null): Foretold | null {
  const { at, pid, extra, person, fileId, endsDraft } = draft;
  if (
    endsDraft !== undefined ||
    at.length > 0 ||
    pid !== null ||
    extra !== null ||
    person !== null ||
    fileId !== null
  )
    return null;
  const target = parseTarget(draft.to);
  const stream = target && streamOf(me, target);
  return stream && { by: me, stream, id: messageId(draft.id), login };
}
