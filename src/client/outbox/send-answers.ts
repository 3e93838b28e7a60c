import type { SelfFacts, ServerEvent } from '../../domain/events.ts';
import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { Log } from '../../ports/log.ts';
import { getMessageList } from '../../wire/calls/messages.ts';
import { asRecord } from '../../wire/down/read.ts';
import { decodeSendAnswer } from '../../wire/down/send-answer.ts';
import { path } from '../connection/answers.ts';
import { type Api, groupKindOf } from '../connection/api.ts';
import { type RequestOutcome, outcomeOf } from '../connection/outcome.ts';
import { windowLimits } from '../state/limits.ts';
import type { ClientStore } from '../state/store.ts';

export interface SendAnswerParts {
  readonly store: Pick<ClientStore, 'framed' | 'dispatch'>;
  readonly log: Log;
  readonly self: () => SelfFacts | null;
}

/**
 * The answer of a send is an event of its stream like the frame is (SEND-7). Where only a tombstone is left,
 * the recall or the deletion may have passed before this device wrote the words down again (STREAM-4).
 */
export const sendAnswerHandler =
  ({ store, log, self }: SendAnswerParts) =>
  (id: MessageId, data: unknown): void => {
    const framed = decodeSendAnswer(data, self()?.id ?? null);
    if (!framed.ok) return log.write('warn', 'answer of a send not understood', { ...framed.reason });
    store.framed(framed.value, 'live');
    if (isTombstone(framed.value.event, data)) store.dispatch({ type: 'outboxRemoved', id, erased: true });
  };

const isTombstone = (event: ServerEvent, data: unknown): boolean =>
  event.type === 'messagePosted' ? event.message.recalled : asRecord(data)['gone'] === 1;

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
