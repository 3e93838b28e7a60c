import type * as v from 'valibot';
import { userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type {
  delChat as delChatCall,
  isNotice as isNoticeCall,
  setChatTop as setChatTopCall,
} from '../../../wire/calls/contacts.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { ensureReadableConversation } from './ensure-private-conversation.ts';
import { isPlaced, standing } from '../../kernel/standing.ts';

/**
 * Pin, mute and hide are a person's own: they live in the member row and tell the own stream only (LIST-10).
 */
export async function setChatTop(
  context: SignedIn,
  body: v.InferOutput<typeof setChatTopCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  await ensureReadableConversation(context, body.id);
  const refusal = await command(core, async (tx, record) => {
    const at = await place(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const { stream } = at;
    await tx.members.update(stream, user, { isTop: body.is_top });
    await record.event(userStream(user), { kind: 'top', of: stream, on: body.is_top });
    return null;
  });
  return refusal ?? {};
}

export async function isNotice(
  context: SignedIn,
  body: v.InferOutput<typeof isNoticeCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  await ensureReadableConversation(context, body.id);
  const refusal = await command(core, async (tx, record) => {
    const at = await place(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const { stream } = at;
    await tx.members.update(stream, user, { isNotice: body.is_notice });
    await record.event(userStream(user), { kind: 'notice', of: stream, on: body.is_notice });
    return null;
  });
  return refusal ?? {};
}

/** Hidden from this person's list until the next message (LIST-8). */
export async function delChat(
  context: SignedIn,
  body: v.InferOutput<typeof delChatCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  await ensureReadableConversation(context, body.id);
  const refusal = await command(core, async (tx, record) => {
    const at = await place(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const { stream } = at;
    const n = (await tx.streams.get(stream))?.count ?? 0;
    await tx.members.update(stream, user, { hiddenTo: n });
    await record.event(userStream(user), { kind: 'hide', of: stream, n });
    return null;
  });
  return refusal ?? {};
}

async function place(tx: ReadTx, user: UserId, ref: string) {
  const at = await standing(tx, user, ref);
  if (at instanceof Refusal) return at;
  if (!isPlaced(at)) return new Refusal('contactUnknown');
  return at;
}
