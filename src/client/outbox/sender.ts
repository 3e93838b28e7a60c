import type { AttemptResult } from '../../../machines/outbox-queue.ts';
import type { Outgoing } from '../../domain/message.ts';
import { undoMessage } from '../../wire/calls/messages.ts';
import { sendMessage } from '../../wire/calls/send-message.ts';
import { decodeSentItems } from '../../wire/down/send-answer.ts';
import type { Notice } from '../client.ts';
import type { Api } from '../net/api.ts';
import { outcomeOf, outcomeOfEnvelope, type Outcome } from './outcome.ts';
import { bodyOf } from './stored-item.ts';

/** Sends batches of the outbox: one message alone as itself, several as an array in order (SEND-8). */
export interface Sender {
  send(messages: readonly Outgoing[]): Promise<readonly AttemptResult[]>;
  /** Takes back what was sent although it was discarded (SEND-13). */
  recall(id: string): Promise<AttemptResult>;
}

export interface SenderParts {
  readonly api: Api;
  readonly raise: (notice: Notice) => void;
  /** The answer of a send is an event of its stream like the frame is (SEND-7). */
  readonly answered: (data: unknown) => void;
}

const SEND = sendMessage.paths[0] ?? '';
const UNDO = undoMessage.paths[0] ?? '';

export function createSender({ api, raise, answered }: SenderParts): Sender {
  const tell = (id: string, outcome: Outcome): AttemptResult => {
    switch (outcome.outcome) {
      case 'sent':
        answered(outcome.data);
        return { id, outcome: 'sent' };
      case 'refused':
        if (outcome.reason !== '') raise({ kind: 'message', text: outcome.reason });
        return { id, outcome: 'refused', reason: outcome.reason };
      case 'later':
        return { id, outcome: 'later', waitMs: outcome.waitMs };
      case 'held':
      case 'unknown':
        return { id, outcome: outcome.outcome };
    }
  };
  return {
    send: async (messages) => {
      const [first] = messages;
      if (first === undefined) return [];
      if (messages.length === 1) return [tell(first.id, outcomeOf(await api.ask(SEND, bodyOf(first))))];
      const asked = await api.ask(SEND, messages.map(bodyOf));
      const whole = outcomeOf(asked);
      if (whole.outcome !== 'sent') return messages.map((message) => tell(message.id, whole));
      const items = decodeSentItems(whole.data);
      const byId = new Map(items.ok ? items.value.map((one) => [one.id, one]) : []);
      return messages.map((message) => {
        const one = byId.get(message.id);
        return tell(message.id, one ? outcomeOfEnvelope(one) : { outcome: 'unknown' });
      });
    },
    recall: async (id) => {
      const outcome = outcomeOf(await api.ask(UNDO, { id }));
      return outcome.outcome === 'sent' ? { id, outcome: 'sent' } : tell(id, outcome);
    },
  };
}
