import type * as v from 'valibot';
import { CALL } from '../../../domain/call.ts';
import { groupStream, messageId, parseTarget, peopleOfStream, type UserId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type { pushDecline } from '../../../wire/calls/accounts.ts';
import { groupAccess } from '../../access/conversation.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { Context } from '../context.ts';
import { groupCallIsOver } from './ring.ts';

type Body = v.InferOutput<typeof pushDecline.body>;

/**
 * Declines a call on its notification, without an open page (PUSH-25). The device proves itself by its secret
 * name, which belongs to a login of the called user.
 */
export const declineCall = (context: Context, body: Body): Promise<EndpointAnswer | Refusal> =>
  parseTarget(body.toContactId)?.kind === 'group' ? ofGroup(context, body) : ofTwo(context, body);

async function ofTwo({ core, signalling }: Context, { cid, call }: Body): Promise<EndpointAnswer | Refusal> {
  const known = await core.store.read(async (tx) => {
    const row = await tx.messages.byId(messageId(call));
    const callee = (row && peopleOfStream(row.stream)?.find((user) => user !== row.from)) ?? null;
    if (row === null || row.type !== 'webrtc' || callee === null) return null;
    const owner = await ownerOf(tx, cid, [callee], core.clock.nowMs());
    return owner === null ? null : { owner, caller: row.from };
  });
  if (known === null) return new Refusal('callUnknown');
  const session = { user: known.owner, token: '', isMobile: false };
  const answer = await signalling.signal(
    { session, client: null },
    {
      id: call,
      toContactId: String(known.caller),
      type: 0,
      event: 'hangup',
      code: CALL.refused,
      sdp: '',
      iceCandidate: '',
    },
  );
  return answer instanceof Refusal ? answer : {};
}

/** The call rings no longer for this user, on no device. */
async function ofGroup({ core }: Context, body: Body): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx) => {
    const target = parseTarget(body.toContactId);
    if (target?.kind !== 'group') return new Refusal('callUnknown');
    const members = (await tx.members.withPush(groupStream(target.group))).map(({ user }) => user);
    const owner = await ownerOf(tx, body.cid, members, tx.nowMs);
    if (owner === null) return new Refusal('callUnknown');
    const at = await groupAccess(tx, owner, body.toContactId);
    if (at instanceof Refusal) return at;
    const call = await tx.groupCalls.get(at.stream);
    if (call?.id !== body.call) return new Refusal('callUnknown');
    const head = (await tx.streams.get(at.stream))?.head ?? 0;
    await tx.push.saveSeen(at.stream, owner, Math.min(body.place, head));
    await groupCallIsOver(tx, at.stream, owner);
    return null;
  });
  return refusal ?? {};
}

async function ownerOf(
  tx: ReadTx,
  cid: string,
  users: readonly UserId[],
  nowMs: number,
): Promise<UserId | null> {
  const subs = await tx.push.ofUsers(users, nowMs);
  return subs.find((sub) => sub.cid === cid)?.user ?? null;
}
