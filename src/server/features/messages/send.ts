import * as v from 'valibot';
import { messageId } from '../../../domain/ids.ts';
import { outboxLimits, serverLimits, textLimits } from '../../../domain/limits.ts';
import { badField } from '../../../wire/bad-field.ts';
import { outgoing } from '../../../wire/calls/send-message.ts';
import type { OutgoingBody } from '../../../wire/calls/send-message.ts';
import { command } from '../../kernel/core.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { mayRetry, refusalOfError } from '../../kernel/answer.ts';
import { wider } from '../../kernel/rate.ts';
import type { Rate } from '../../kernel/rate.ts';
import { Refused, refusedForNow } from '../../kernel/refused.ts';
import { StoreConflictError } from '../../kernel/store-errors.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { cleaningCost } from './clean.ts';
import { compose } from './compose.ts';
import { Posting, orTaken, post } from './post.ts';
import type { Passed, Sent } from './post.ts';

/** One message, or an array of them (SEND-8). */
export async function sendMessage(
  context: SignedIn,
  body: OutgoingBody | readonly unknown[],
): Promise<EndpointAnswer> {
  if (isOne(body)) {
    const waiting = takeItems(context, 1, cleaningCost(body.content));
    if (waiting) await waiting;
    const draft = compose(context.core, body);
    return {
      data: await orTaken(context.core, body.id, () =>
        command(context.core, (tx, record) => post(context, tx, record, context.session.user, draft)),
      ),
    };
  }
  if (body.length > outboxLimits.arrayMax)
    throw new Refused('arrayLarge', { facts: { max: outboxLimits.arrayMax } });
  if (new TextEncoder().encode(JSON.stringify(body)).byteLength > outboxLimits.arrayBytesMax)
    throw new Refused('tooLarge');
  const markup = body.reduce<number>((sum, item) => sum + cleaningCost(contentOf(item)), 0);
  await takeItems(context, body.length, markup);
  return { data: await sendAll(context, body, markup) };
}

const isOne = (body: OutgoingBody | readonly unknown[]): body is OutgoingBody => !Array.isArray(body);

interface ItemAnswer {
  readonly id: string;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/**
 * Where commands commit together anyway, all items of an array are one command, which asks once for what they
 * have in common; else each is its own and waits for the one before. One that may be tried again stops the
 * later ones of its conversation, which find the conversation in `stopped` when their turn comes; so order is
 * never broken. Items with more to clean than one message may have go one by one as well: others have their
 * turn in between (LIMIT-19).
 */
function sendAll(
  context: SignedIn,
  items: readonly unknown[],
  markup: number,
): Promise<readonly ItemAnswer[]> {
  return context.core.store.unordered || markup > textLimits.markupMax
    ? sendApart(context, items)
    : sendTogether(context, items);
}

async function sendApart(context: SignedIn, items: readonly unknown[]): Promise<readonly ItemAnswer[]> {
  const stopped = new Set<string>();
  const one = (item: unknown): Promise<ItemAnswer> =>
    answered(context, item, (body) => sendItem(context, body, stopped));
  const answers: ItemAnswer[] = [];
  const faults: unknown[] = [];
  // A fault stops its conversation only, as where all are handed in together.
  for (const item of items) {
    await one(item).then(
      (answer) => answers.push(answer),
      (fault: unknown) => faults.push(fault),
    );
    // One that is refused for its words has waited for nothing, and cost as much (LIMIT-19).
    await context.core.store.turn?.();
  }
  if (faults.length > 0) throw faults[0];
  return answers;
}

/** What an item is answered; a fault is nobody's answer. */
async function answered(
  context: SignedIn,
  item: unknown,
  send: (body: OutgoingBody) => Promise<unknown>,
): Promise<ItemAnswer> {
  const read = v.safeParse(outgoing, item);
  const id = read.success ? read.output.id : idOf(item);
  try {
    if (!read.success) throw new Refused('badField', { facts: { field: badField(read.issues) } });
    return { id, code: 0, msg: '', data: await send(read.output) };
  } catch (error) {
    return { id, ...(refusalOfError(error, context.language) ?? rethrow(error)) };
  }
}

/** Whatever does not refuse one item is the end of the command for all of them: nothing is written. */
class ArrayFault extends Error {}
/**
 * An item was refused after its conversation had been made: the items are tried again, each by itself, so
 * that no trace is left.
 */
class TraceLeft extends Error {}

async function sendTogether(context: SignedIn, items: readonly unknown[]): Promise<readonly ItemAnswer[]> {
  try {
    return await inOneCommand(context, items);
  } catch (error) {
    if (error instanceof TraceLeft) return sendApart(context, items);
    const reason = error instanceof ArrayFault ? error.cause : error;
    // One of them has an id that is taken: each by itself, only that one is refused.
    if (reason instanceof StoreConflictError) return sendApart(context, items);
    const refusal = refusalOfError(reason, context.language) ?? rethrow(reason);
    return items.map((item) => ({ id: idOf(item), ...refusal }));
  }
}

function inOneCommand(context: SignedIn, items: readonly unknown[]): Promise<readonly ItemAnswer[]> {
  const { core, session } = context;
  return command(core, async (tx, record) => {
    const stopped = new Set<string>();
    const posting = new Posting(
      context,
      tx,
      record,
      session.user,
      new Map(await tx.sends.getAll(items.map(idOf).map(messageId))),
    );
    const take = async (body: OutgoingBody): Promise<Passed> => {
      const draft = compose(core, body);
      if (stopped.has(draft.to)) throw refusedForNow('notTried', 1);
      try {
        return await posting.take(draft);
      } catch (error) {
        if (!(error instanceof Refused)) throw new ArrayFault('an array was not sent', { cause: error });
        if (posting.leavesTrace(draft.to)) throw new TraceLeft('a refusal would leave a trace');
        if (mayRetry(error)) stopped.add(draft.to);
        throw error;
      }
    };
    const answers: ItemAnswer[] = [];
    for (const item of items) answers.push(await answered(context, item, take));
    await posting.write();
    return answers.map((answer) =>
      answer.code === 0 ? { ...answer, data: (answer.data as Passed).sent } : answer,
    );
  });
}

async function sendItem(context: SignedIn, body: OutgoingBody, stopped: Set<string>): Promise<Sent> {
  const draft = compose(context.core, body);
  const stops = (error: unknown): never => {
    // Refused for good lets the next one run; everything else, also a commit that failed, does not.
    if (!(error instanceof Refused) || mayRetry(error)) stopped.add(draft.to);
    throw error;
  };
  const write = () =>
    command(context.core, (tx, record) => {
      if (stopped.has(draft.to)) throw refusedForNow('notTried', 1);
      return post(context, tx, record, context.session.user, draft);
    });
  return orTaken(context.core, body.id, write).catch(stops);
}

function rethrow(error: unknown): never {
  throw error;
}

const idOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : '';

const contentOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'content' in item ? item.content : null;

/**
 * Messages by their number and by what they cost; per person, and wider per address (LIMIT-1, LIMIT-9); then
 * those of a day (LIMIT-14). A promise only where these must be looked up.
 */
export function takeItems(
  { quotas, rates, session, peer }: SignedIn,
  items: number,
  markup = 0,
): Promise<void> | undefined {
  const take = (what: string, rate: Rate, cost: number): number =>
    rates.take(`${what}:${session.user}`, rate, cost) ||
    rates.take(`${what}:@${addressKey(peer.address)}`, wider(rate), cost);
  const wait =
    take('items', serverLimits.sendRate, items) ||
    (markup > 0 ? take('markup', serverLimits.markupRate, markup) : 0);
  if (wait > 0) throw refusedForNow('tooOften', wait);
  return quotas.takeMessages(session.user, items);
}
