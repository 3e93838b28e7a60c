import * as v from 'valibot';
import { messageId, userId } from '../../../domain/ids.ts';
import { outboxLimits } from '../../../domain/limits.ts';
import type { updateCard as call } from '../../../wire/calls/accounts.ts';
import { type OutgoingBody, contactExtends } from '../../../wire/calls/send-message.ts';
import { code } from '../../../wire/envelope.ts';
import { command } from '../../kernel/core.ts';
import { privateTo, reachesBlocker } from '../../access/private-delivery.ts';
import { visibleUser } from '../../access/profile.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { privateRefusal, visibleMessage } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';
import { takeItems } from '../message-rate.ts';
import { cleaningCost, compose } from './compose.ts';
import { orTaken, post } from './post.ts';
import { foretellPost, idOf, sendAll } from './send-array.ts';

/** One message, or an array of them (SEND-8). */
export async function sendMessage(
  context: SignedIn,
  body: OutgoingBody | readonly unknown[],
): Promise<EndpointAnswer | Refusal> {
  const { user, token, remembered } = context.session;
  if (isOne(body)) {
    const charge = takeItems(context, 1, cleaningCost(body.content));
    const refusal = charge instanceof Promise ? await charge : charge;
    if (refusal && !(await findEarlierSends(context, refusal, [body.id])).has(body.id)) return refusal;
    const draft = compose(context.core, body);
    if (draft instanceof Refusal) return draft;
    const sent = await orTaken(context.core, body.id, () =>
      command(
        context.core,
        async (tx, record) => {
          // It may have ended since it was checked (COMMIT-12).
          if (remembered && !(await tx.tokens.byHash(token, tx.nowMs))) return ended();
          return post(context, tx, record, user, draft);
        },
        foretellPost(user, draft, remembered ? token : null),
      ),
    );
    if (sent instanceof Refusal) return sent;
    if (body.preview) context.previews.want(context.session.user, body.id);
    return { data: sent };
  }
  if (remembered && !(await context.core.store.login?.(token))) return ended();
  if (body.length > outboxLimits.arrayMax)
    return new Refusal('arrayLarge', { facts: { max: outboxLimits.arrayMax } });
  if (new TextEncoder().encode(JSON.stringify(body)).byteLength > outboxLimits.arrayBytesMax)
    return new Refusal('tooLarge');
  const markup = body.reduce<number>((sum, item) => sum + cleaningCost(contentOf(item)), 0);
  const refusal = await takeItems(context, body.length, markup);
  if (!refusal) return { data: await sendAll(context, body, markup) };
  const earlier = await findEarlierSends(context, refusal, body.map(idOf));
  return earlier.size === 0
    ? refusal
    : { data: await sendAll(context, body, markup, { earlierIds: earlier, refusal }) };
}

/**
 * Ids among these that this user has already sent, on a day without messages left: their answer was lost, and
 * a repeat gets its first result regardless of the quota (SEND-1, LIMIT-14).
 */
export async function findEarlierSends(
  { core, session }: SignedIn,
  { reason }: Refusal,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (reason !== 'quotaMessages') return new Set();
  const rows = await core.store.read((tx) => tx.sends.getAll(ids.map(messageId)));
  return new Set(ids.filter((id) => rows.get(messageId(id))?.sender === session.user));
}

const ended = () => new Refusal('sessionEnded', { code: code.session });

const isOne = (body: OutgoingBody | readonly unknown[]): body is OutgoingBody => !Array.isArray(body);

const contentOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'content' in item ? item.content : null;

/** MSG-1. The author of a contact card shows another person with it; name and picture are the server's. */
export async function updateCard(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const extension = v.safeParse(contactExtends, body.extends);
  if (!extension.success) return new Refusal('badExtends');
  const refusal = await command(core, async (tx, record) => {
    const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(body.id)));
    if (target instanceof Refusal) return target;
    const { row } = target;
    if (row.type !== 'contact' || row.recalled) return new Refusal('messageUnknown');
    if (row.from !== user) return new Refusal('noPermission');
    if (target.at.kind === 'person') {
      const stopped = await privateRefusal(core, tx, user, target.at.other);
      if (stopped) return stopped;
    }
    if (await reachesBlocker(tx, row, user)) return new Refusal('editLate');
    const person = await visibleUser(core, tx, user, userId(extension.output.id));
    if (!person?.active) return new Refusal('userUnknown');
    await tx.messages.update(row.msgId, {
      extra: { id: person.id, displayName: person.realname, avatar: person.avatar },
    });
    await record.event(row.stream, { kind: 'updated', msgId: row.msgId, id: row.id, ...privateTo(row) });
    return null;
  });
  return refusal ?? {};
}
