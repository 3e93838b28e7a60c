import type { Log } from '../../ports/log.ts';
import type { SelfFacts } from '../../domain/events.ts';
import { decodeSendAnswer } from '../../wire/down/send-answer.ts';
import type { ClientStore } from '../state/store.ts';

export interface AnsweredParts {
  readonly store: Pick<ClientStore, 'framed'>;
  readonly log: Log;
  readonly self: () => SelfFacts | null;
}

/** The answer of a send is an event of its stream like the frame is (SEND-7). */
export const answeredBy =
  ({ store, log, self }: AnsweredParts) =>
  (data: unknown): void => {
    const framed = decodeSendAnswer(data, self()?.id ?? null);
    if (framed.ok) store.framed(framed.value, 'live');
    else log.write('warn', 'answer of a send not understood', { ...framed.reason });
  };
