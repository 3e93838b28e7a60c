import type * as v from 'valibot';
import { type UserId, userId } from '../../../domain/ids.ts';
import { isQuickReaction } from '../../../domain/reactions.ts';
import { refusalOver } from '../../../domain/permissions.ts';
import type { GroupCallDeviceRow, ReadTx } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/group-calls.ts';
import { type GroupAccess, groupAccess } from '../../access/conversation.ts';
import { toSeconds } from '../../frames/wire-values.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { dropUser } from './devices.ts';

type Signal = v.InferOutput<typeof calls.signalGroupCall.body>;

/** Sends a signal to the user of the other device, and stores nothing (GCALL-5). */
export async function signalGroupCall(
  { core, session: { user } }: SignedIn,
  body: Signal,
): Promise<EndpointAnswer | Refusal> {
  const recipients = await core.store.read((tx) => recipientsOf(tx, user, body));
  if (recipients instanceof Refusal) return recipients;
  const { toContactId, call, device: from, to, kind, text, path } = body;
  const frame = {
    type: 'groupCallSignal',
    time: toSeconds(core.clock.nowMs()),
    data: { toContactId, call, from, to, kind, text, path },
    ours: 1,
  } as const;
  for (const recipient of recipients) core.hub.tell(recipient.user, frame);
  return {};
}

/** The other device, or all others for a reaction, if the sender is in the call that it means. */
async function recipientsOf(
  tx: ReadTx,
  user: UserId,
  body: Signal,
): Promise<readonly GroupCallDeviceRow[] | Refusal> {
  const at = await groupAccess(tx, user, body.toContactId);
  if (at instanceof Refusal) return at;
  const call = await tx.groupCalls.get(at.stream);
  const devices = call?.id === body.call ? call.devices : [];
  const sender = devices.find((one) => one.device === body.device && one.user === user);
  if (body.kind === 'reaction') {
    if (!isQuickReaction(body.text)) return new Refusal('badField', { facts: { field: 'text' } });
    return sender ? devices.filter((one) => one !== sender) : new Refusal('callUnknown');
  }
  const recipient = devices.find((one) => one.device === body.to);
  if (!sender || !recipient || recipient === sender) return new Refusal('callUnknown');
  if (body.kind !== 'muteRequest') return [recipient];
  return (await refusalFor(tx, at, recipient.user)) ?? [recipient];
}

/** The roles are those for muting a member (ROLE-9). */
async function refusalFor(tx: ReadTx, at: GroupAccess, target: UserId): Promise<Refusal | null> {
  const member = await tx.members.get(at.stream, target);
  const refusal = refusalOver(at.member.role, member?.role ?? null);
  return refusal && new Refusal(refusal === 'notMember' ? 'userUnknown' : refusal);
}

/** The user cannot join this call again, even if no device of theirs is in it now (GCALL-6). */
export async function removeFromGroupCall(
  { core, session: { user } }: SignedIn,
  { toContactId, user_id }: v.InferOutput<typeof calls.removeFromGroupCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const target = userId(user_id);
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, toContactId);
    if (at instanceof Refusal) return at;
    const refusal = await refusalFor(tx, at, target);
    if (refusal) return refusal;
    await tx.streams.get(at.stream);
    const call = await tx.groupCalls.get(at.stream);
    if (call === null) return new Refusal('callUnknown');
    if (!call.removed.includes(target))
      await tx.groupCalls.save({ ...call, removed: [...call.removed, target] });
    await dropUser(tx, record, at.stream, target);
    return null;
  });
  return refusal ?? {};
}
