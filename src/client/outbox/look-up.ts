import type { ContactId } from '../../domain/ids.ts';
import { windowLimits } from '../state/window-limits.ts';
import { getMessageList } from '../../wire/calls/messages.ts';
import { asRecord } from '../../wire/down/read.ts';
import { groupKindOf } from '../connection/api.ts';
import type { Api } from '../connection/api.ts';
import { outcomeOf, type RequestOutcome } from '../connection/outcome.ts';
import { path } from '../connection/answers.ts';

const LIST = path(getMessageList);

/**
 * A plain server takes the same id twice. What had no answer is therefore looked for in the newest page
 * before it is sent again (PLAIN-2): `sent` with its row when it is there, `missing` when it may go, else
 * what became of the question.
 */
export async function lookUp(
  api: Api,
  to: ContactId,
  id: string,
): Promise<RequestOutcome | { readonly outcome: 'missing' }> {
  const body = { toContactId: to, is_group: groupKindOf(to), page: 1, limit: windowLimits.pageSize };
  const outcome = outcomeOf(await api.ask(LIST, body));
  // A refused lookup does not mean a refused message: sending the message itself decides.
  if (outcome.outcome === 'refused') return { outcome: 'missing' };
  if (outcome.outcome !== 'sent') return outcome;
  const row: unknown = (Array.isArray(outcome.data) ? outcome.data : []).find(
    (one: unknown) => asRecord(one)['id'] === id,
  );
  return row === undefined ? { outcome: 'missing' } : { outcome: 'sent', data: row };
}
