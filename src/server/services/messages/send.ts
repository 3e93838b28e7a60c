import * as v from 'valibot';
import { outbox, server } from '../../../domain/limits.ts';
import { outgoing } from '../../../wire/calls/send-message.ts';
import type { OutgoingBody } from '../../../wire/calls/send-message.ts';
import { command } from '../../core.ts';
import { addressKey } from '../../http/address-key.ts';
import { mayRetry, refusalOf } from '../../http/answer.ts';
import { wider } from '../../http/rate.ts';
import { Refused, later } from '../../refused.ts';
import type { Answer, SignedIn } from '../context.ts';
import { compose } from './compose.ts';
import { post } from './post.ts';
import type { Sent } from './post.ts';

/** One message, or an array of them (SEND-8). */
export async function sendMessage(context: SignedIn, body: OutgoingBody | readonly unknown[]): Promise<Answer> {
  if (isOne(body)) {
    takeItems(context, 1);
    const draft = compose(context.core, body);
    return { data: await command(context.core, (tx, record) => post(context, tx, record, context.session.user, draft)) };
  }
  if (body.length > outbox.arrayMax) throw new Refused('arrayLarge', { facts: { max: outbox.arrayMax } });
  if (new TextEncoder().encode(JSON.stringify(body)).byteLength > outbox.arrayBytesMax) throw new Refused('tooLarge');
  takeItems(context, body.length);
  return { data: await sendAll(context, body) };
}

const isOne = (body: OutgoingBody | readonly unknown[]): body is OutgoingBody => !Array.isArray(body);

interface ItemAnswer {
  readonly id: string;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/**
 * Where the store runs commands in the order they were handed in, all items of an array are handed in at
 * once and commit together; else each waits for the one before. One that may be tried again stops the later ones of its conversation,
 * which find the conversation in `stopped` when their turn comes; so order is never broken.
 */
async function sendAll(context: SignedIn, items: readonly unknown[]): Promise<readonly ItemAnswer[]> {
  const stopped = new Set<string>();
  const one = async (item: unknown): Promise<ItemAnswer> => {
    const read = v.safeParse(outgoing, item);
    const id = read.success ? read.output.id : idOf(item);
    try {
      if (!read.success) throw new Refused('badField', { facts: { field: v.getDotPath(read.issues[0]) ?? '' } });
      return { id, code: 0, msg: '', data: await sendItem(context, read.output, stopped) };
    } catch (error) {
      return { id, ...(refusalOf(error, context.language) ?? rethrow(error)) };
    }
  };
  if (!context.core.store.unordered) return Promise.all(items.map(one));
  const answers: ItemAnswer[] = [];
  for (const item of items) answers.push(await one(item));
  return answers;
}

async function sendItem(context: SignedIn, body: OutgoingBody, stopped: Set<string>): Promise<Sent> {
  const draft = compose(context.core, body);
  const stops = (error: unknown): never => {
    // Refused for good lets the next one run; everything else, also a commit that failed, does not.
    if (!(error instanceof Refused) || mayRetry(error)) stopped.add(draft.to);
    throw error;
  };
  return command(context.core, (tx, record) => {
    if (stopped.has(draft.to)) throw later('notTried', 1);
    return post(context, tx, record, context.session.user, draft).catch(stops);
  }).catch(stops);
}

function rethrow(error: unknown): never {
  throw error;
}

const idOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : '';

export function takeItems({ rates, session, peer }: SignedIn, items: number): void {
  const wait = rates.take(`items:${session.user}`, server.sendRate, items) || rates.take(`items:@${addressKey(peer.address)}`, wider(server.sendRate), items);
  if (wait > 0) throw later('tooOften', wait);
}
