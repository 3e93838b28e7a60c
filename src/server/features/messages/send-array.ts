import * as v from 'valibot';
import { type UserId, messageId, parseTarget, streamOf } from '../../../domain/ids.ts';
import { textLimits } from '../../../domain/limits.ts';
import type { Foretold, WriteTx } from '../../../ports/store.ts';
import { outgoing } from '../../../wire/calls/send-message.ts';
import { mayRetry, refusalAnswer, refusalOfError } from '../../kernel/answer.ts';
import { type EventRecorder, command } from '../../kernel/core.ts';
import { fieldRefusal, Refusal, refusedForNow } from '../../kernel/refusal.ts';
import { StoreConflictError } from '../../kernel/store-errors.ts';
import type { SignedIn } from '../context.ts';
import { type Composed, compose } from './compose.ts';
import { type Passed, Posting, type Sent, orTaken } from './post.ts';

interface ItemAnswer {
  readonly id: string;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** One message of the array, as far as it can be checked without the store. */
interface Item {
  readonly id: string;
  readonly draft: Composed | Refusal;
  readonly preview: boolean;
}

/** The items of a command conflict, and nothing was written: each gets a separate command. */
const APART = new Refusal('notTried');

/**
 * Splits the array into parts, each one command, which reads the items' shared data once. One part for all if
 * commands commit together anyway; a part per item if every transaction is separate, or if there is more to
 * clean than one message may have, so that other requests get their turn in between (LIMIT-19). A part whose
 * items conflict is retried item by item. A retryable item stops the later ones of its conversation, so order
 * is never broken.
 */
export async function sendAll(
  context: SignedIn,
  items: readonly unknown[],
  markup: number,
  only: Only | null = null,
): Promise<readonly ItemAnswer[]> {
  const { store } = context.core;
  const apart = store.unordered === true || markup > textLimits.markupMax;
  const stopped = new Set<string>();
  const answers: ItemAnswer[] = [];
  const faults: Error[] = [];
  const previewIds: string[] = [];
  const parts = apart ? items.map((item) => [item]) : [items];
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const read = part.map((item) => itemOf(context, item, only));
    const outcomes = await sendPart(context, read, stopped);
    if (outcomes === APART) parts.unshift(...part.map((item) => [item]));
    else if (outcomes instanceof Error) faults.push(outcomes);
    else
      for (const [at, { id }] of read.entries()) {
        const outcome = outcomes instanceof Refusal ? outcomes : outcomes[at];
        if (outcome) answers.push(answerOf(context, id, outcome));
        if (outcome && !(outcome instanceof Refusal) && read[at]?.preview) previewIds.push(id);
      }
    // A part refused for its text has waited for nothing, and cost as much (LIMIT-19).
    if (parts.length > 0) await store.turn?.();
  }
  for (const id of previewIds) context.previews.want(context.session.user, id);
  const [fault] = faults;
  if (fault) throw fault;
  return answers;
}

/** Ids that are processed, and the answer for all others. */
interface Only {
  readonly earlierIds: ReadonlySet<string>;
  readonly refusal: Refusal;
}

function itemOf({ core }: SignedIn, item: unknown, only: Only | null): Item {
  const id = idOf(item);
  if (only && !only.earlierIds.has(id)) return { id, draft: only.refusal, preview: false };
  const read = v.safeParse(outgoing, item);
  if (read.success)
    return { id: read.output.id, draft: compose(core, read.output), preview: read.output.preview === true };
  const draft = fieldRefusal(read.issues);
  return { id, draft, preview: false };
}

export const idOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : '';

const answerOf = ({ language }: SignedIn, id: string, outcome: Sent | Refusal): ItemAnswer =>
  outcome instanceof Refusal
    ? { id, ...refusalAnswer(outcome, language) }
    : { id, code: 0, msg: '', data: outcome };

/**
 * The result of each item, or of all. Every failure except a permanent refusal stops a conversation,
 * including a failed commit.
 */
async function sendPart(
  context: SignedIn,
  items: readonly Item[],
  stopped: Set<string>,
): Promise<readonly (Sent | Refusal)[] | Refusal | Error> {
  const drafts = items.flatMap(({ draft }) => (draft instanceof Refusal ? [] : [draft]));
  const [first] = drafts;
  if (!first) return items.map(({ draft }) => draft as Refusal);
  const execute = () => inOneCommand(context, items, drafts, stopped);
  try {
    const outcomes = await (items.length === 1 ? orTaken(context.core, first.id, execute) : execute());
    for (const [at, { draft }] of items.entries()) {
      const outcome = outcomes instanceof Refusal ? outcomes : outcomes[at];
      if (!(draft instanceof Refusal) && outcome instanceof Refusal && mayRetry(outcome))
        stopped.add(draft.to);
    }
    return outcomes;
  } catch (error) {
    // One of them has a taken id: sent one by one, only that one is refused.
    if (items.length > 1 && error instanceof StoreConflictError) return APART;
    for (const { to } of drafts) stopped.add(to);
    return refusalOfError(error) ?? (error instanceof Error ? error : new Error(String(error)));
  }
}

/** A single refused item rolls back its command's writes; among others it must leave no trace. */
function inOneCommand(
  context: SignedIn,
  items: readonly Item[],
  drafts: readonly Composed[],
  before: ReadonlySet<string>,
): Promise<readonly (Sent | Refusal)[] | Refusal> {
  const { user } = context.session;
  const [only] = drafts;
  const foretold = items.length === 1 && only ? foretellPost(user, only) : null;
  const work = async (tx: WriteTx, record: EventRecorder) => {
    // Created in each attempt, because a store may repeat a transaction.
    const stopped = new Set(before);
    const earlier = new Map(await tx.sends.getAll(drafts.map(({ id }) => messageId(id))));
    const posting = new Posting(context, tx, record, user, earlier);
    const outcomes: (Passed | Refusal)[] = [];
    for (const { draft } of items) {
      const outcome =
        draft instanceof Refusal
          ? draft
          : stopped.has(draft.to)
            ? refusedForNow('notTried', 1)
            : await posting.take(draft);
      if (outcome instanceof Refusal && !(draft instanceof Refusal)) {
        if (items.length === 1) return outcome;
        if (posting.leavesTrace(draft.to)) return APART;
        if (mayRetry(outcome)) stopped.add(draft.to);
      }
      outcomes.push(outcome);
    }
    await posting.write();
    return outcomes.map((one) => (one instanceof Refusal ? one : one.sent));
  };
  return command(context.core, work, foretold);
}

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
