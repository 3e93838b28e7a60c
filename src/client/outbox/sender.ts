import type { AttemptResult, QueueChange, QueueItem } from '../../../machines/outbox.machine.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { Outgoing } from '../../domain/message.ts';
import { undoMessage } from '../../wire/calls/messages.ts';
import { sendMessage } from '../../wire/calls/send-message.ts';
import { decodeSentItems } from '../../wire/down/send-answer.ts';
import type { Notice } from '../interface/client.ts';
import { groupKindOf } from '../connection/api.ts';
import type { Api } from '../connection/api.ts';
import { asSender } from '../sync/plain-server.ts';
import type { PlainServer } from '../sync/plain-server.ts';
import { type SendAnswerParts, lookUp, sendAnswerHandler } from './send-answers.ts';
import { outcomeOf, outcomeOfEnvelope } from '../connection/outcome.ts';
import type { RequestOutcome } from '../connection/outcome.ts';
import type { OutboxItem } from '../state/state.ts';
import type { Ages } from './age.ts';
import type { StoredItem } from './records.ts';
import { path } from '../connection/answers.ts';

/** Sends batches of the outbox: one message alone as itself, several as an array in order (SEND-8). */
export interface Sender {
  /** `again`: an earlier attempt at one of them may have arrived. */
  send(messages: readonly Outgoing[], again: boolean): Promise<readonly AttemptResult[]>;
  /** Recalls a discarded message, whether or not it has arrived (SEND-13). */
  recall(message: Pick<Outgoing, 'id' | 'to'>): Promise<AttemptResult>;
}

export interface SenderParts extends SendAnswerParts {
  readonly api: Api;
  readonly plain: PlainServer;
  readonly raise: (notice: Notice) => void;
}

const SEND = path(sendMessage);
const UNDO = path(undoMessage);

export function createSender(parts: SenderParts): Sender {
  const { api, plain, self, raise } = parts;
  const answered = sendAnswerHandler(parts);
  const tell = (id: MessageId, outcome: RequestOutcome): AttemptResult => {
    switch (outcome.outcome) {
      case 'sent':
        answered(id, outcome.data);
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
  const sendAlone = async (message: Outgoing): Promise<AttemptResult> =>
    tell(
      message.id,
      outcomeOf(await api.ask(SEND, { ...requestBodyOf(message), ...asSender(self(), message.createdAtMs) })),
    );
  const sendAgain = async (message: Outgoing): Promise<AttemptResult> => {
    const lookup = await lookUp(api, message.to, message.id);
    return lookup.outcome === 'missing' ? sendAlone(message) : tell(message.id, lookup);
  };
  /** Sends in order, so no message overtakes one whose outcome is unknown (SEND-6). */
  const sendOneByOne = async (
    messages: readonly Outgoing[],
    again: boolean,
  ): Promise<readonly AttemptResult[]> => {
    const results: AttemptResult[] = [];
    for (const message of messages) {
      const last = results.at(-1)?.outcome;
      const canContinue = last === undefined || last === 'sent' || last === 'refused';
      results.push(
        canContinue
          ? await (again ? sendAgain(message) : sendAlone(message))
          : { id: message.id, outcome: 'later', waitMs: 0 },
      );
    }
    return results;
  };
  return {
    send: async (messages, again) => {
      // Arrays are ours.
      if (messages.length <= 1 || plain.is()) return sendOneByOne(messages, again && plain.is());
      const result = await api.ask(SEND, messages.map(requestBodyOf));
      const whole = outcomeOf(result);
      if (whole.outcome !== 'sent') return messages.map((message) => tell(message.id, whole));
      const items = decodeSentItems(whole.data);
      const byId = new Map(items.ok ? items.value.map((one) => [one.id, one]) : []);
      return messages.map((message) => {
        const one = byId.get(message.id);
        return tell(message.id, one ? outcomeOfEnvelope(one) : { outcome: 'unknown' });
      });
    },
    recall: async ({ id, to }) => {
      // Plain servers cannot be asked about a message they never received.
      const lookup = plain.is() ? await lookUp(api, to, id) : null;
      if (lookup?.outcome === 'missing') return { id, outcome: 'sent' };
      if (lookup && lookup.outcome !== 'sent') return tell(id, lookup);
      const outcome = outcomeOf(await api.ask(UNDO, plain.is() ? { id } : { id, discard: 1 }));
      return outcome.outcome === 'sent' ? { id, outcome: 'sent' } : tell(id, outcome);
    },
  };
}

/**
 * Converts to the machine's item. An attempt of an earlier page has an unknown outcome, and an item read from
 * the device may already have been sent without room to record it.
 */
export const queueItemOf = (item: StoredItem, left = true, waits = false): QueueItem => ({
  id: item.message.id,
  bytes: new TextEncoder().encode(JSON.stringify(requestBodyOf(item.message))).length,
  status: item.discarded ? 'recalling' : item.status === 'sending' ? 'unknown' : item.status,
  discarded: item.discarded,
  left,
  ...(waits && { waits }),
});

/** The items tried now, with their age; items too old for a retry are refused (SEND-14). */
export function attemptOf(batch: readonly StoredItem[], ages: Ages) {
  const old = batch.filter(({ message, tried }) => ages.isTooOld(message.id, tried ?? null));
  const fresh = batch
    .filter((item) => !old.includes(item))
    .map((item) => ({ ...item, tried: ages.attempt(item.message.id, item.tried ?? null) }));
  const refused = old.map(({ message }): AttemptResult => ({
    id: message.id,
    outcome: 'refused',
    reason: '',
  }));
  return { fresh, refused };
}

/** An attempt in progress becomes one of unknown outcome when the page closes. */
export const changedItem = (item: StoredItem, change: QueueChange & { type: 'itemChanged' }): StoredItem => ({
  ...item,
  discarded: change.discarded,
  status: change.status === 'unknown' ? 'sending' : change.status,
  reason: change.reason === '' ? null : change.reason,
});

/** The item as the state shows it; null if it was recalled. */
export function visibleItemOf(item: StoredItem, status: QueueItem['status']): OutboxItem | null {
  if (item.discarded || item.asked === 'discard' || status === 'recalling') return null;
  return { message: item.message, status, reason: item.reason };
}

/** The request; the same words at every attempt, or the server would take it for another message (SEND-1). */
export function requestBodyOf(message: Outgoing): Readonly<Record<string, unknown>> {
  const quote = message.quote && {
    msg_id: message.quote.msgId,
    content: message.quote.content,
    user_id: message.quote.userId,
    realname: message.quote.realname,
  };
  return {
    id: message.id,
    toContactId: message.to,
    is_group: groupKindOf(message.to),
    type: message.type,
    content: message.content,
    at: message.at,
    ...(message.quote ? { pid: message.quote.msgId } : {}),
    extends: quote && message.extra ? { ...quote, ...message.extra } : (message.extra ?? quote),
    ...(message.fileId ? { file_id: message.fileId } : {}),
    ...(message.preview && { preview: 1 }),
    ...(message.endsDraft && { ends_draft: message.endsDraft }),
  };
}
