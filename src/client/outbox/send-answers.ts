import type { Log } from '../../ports/log.ts';
import type { SelfFacts, ServerEvent } from '../../domain/events.ts';
import type { MessageId } from '../../domain/ids.ts';
import { asRecord } from '../../wire/down/read.ts';
import { decodeSendAnswer } from '../../wire/down/send-answer.ts';
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
