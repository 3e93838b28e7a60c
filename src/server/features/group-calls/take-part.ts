import type * as v from 'valibot';
import { placesOf } from '../../../domain/group-call.ts';
import { groupCallLimits as limits } from '../../../domain/group-call-limits.ts';
import { type ClientId, type StreamId, type UserId, clientId } from '../../../domain/ids.ts';
import type { GroupCallRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { GroupCallJoinRefusal } from '../../../wire/answers/group-calls.ts';
import type * as calls from '../../../wire/calls/group-calls.ts';
import { type GroupAccess, groupAccess } from '../../access/conversation.ts';
import { groupCallData } from '../../frames/group-call-data.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { takeItems } from '../message-rate.ts';
import { groupCallIsOver, wantGroupCall } from '../push/ring.ts';
import { dropDevices } from './devices.ts';
import { unitFor } from './unit.ts';

interface Joining {
  readonly user: UserId;
  readonly device: string;
  readonly client: ClientId;
}

/**
 * Begins the call of a group or joins it. A repeat by the same device binds its newest socket (GCALL-2). A
 * new call leaves a line in the chat, and counts as a message (LIMIT-14).
 */
export async function joinGroupCall(
  context: SignedIn,
  { toContactId, device }: v.InferOutput<typeof calls.joinGroupCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  if (!core.config().chatInfo.webrtc) return new Refusal('callsOff');
  const client = clientId(context.client ?? '');
  if (client === '' || !(await core.hub.owns(client, user)))
    return refusedForNow('socketGone', limits.againMs[0]);
  const access = await core.store.read((tx) => accessToCall(tx, user, toContactId));
  if (access instanceof Refusal) return access;
  if (access.call === null) {
    const refusal = await takeItems(context, 1);
    if (refusal) return refusal;
  }
  const call = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, toContactId);
    return at instanceof Refusal ? at : join(core, tx, record, at, { user, device, client });
  });
  return call instanceof Refusal ? call : { data: groupCallData(call) };
}

async function accessToCall(tx: ReadTx, user: UserId, ref: string) {
  const at = await groupAccess(tx, user, ref);
  return at instanceof Refusal ? at : { call: await tx.groupCalls.get(at.stream) };
}

/** Reading the stream locks it on engines with concurrent writers. */
async function join(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  { stream, group: { setting } }: GroupAccess,
  joining: Joining,
): Promise<GroupCallRow | Refusal> {
  await tx.streams.get(stream);
  const running = await tx.groupCalls.get(stream);
  if (running === null && (await tx.groupCalls.count()) >= limits.callsMax)
    return new Refusal('groupCallsFull', {
      detail: { refusal: 'serverFull' satisfies GroupCallJoinRefusal },
    });
  const call = running ?? newCall(core, tx, stream, joining.user);
  const refusal = joinRefusal(call, joining);
  if (refusal) return refusal;
  const unit = unitFor(core, call, joining.device);
  const { user, device, client } = joining;
  const present = call.devices.find((one) => one.device === device);
  const users = call.users.includes(user) ? call.users : [...call.users, user].slice(-limits.usersMax);
  if (!present) await tx.groupCalls.save({ ...call, users, unit });
  for (const other of call.devices)
    if (other.user === user && other !== present) await tx.groupCalls.dropDevice(stream, other.device);
  const { joinedAtMs, isHandRaised } = present ?? { joinedAtMs: tx.nowMs, isHandRaised: false };
  await tx.groupCalls.saveDevice({ stream, device, user, client, joinedAtMs, isHandRaised });
  if (!present) {
    const { seq } = await record.event(stream, { kind: 'groupCall' });
    if (running !== null) await groupCallIsOver(tx, stream, user);
    else if (!setting.openRoom) await wantGroupCall(core, tx, stream, seq);
  }
  return (await tx.groupCalls.get(stream)) ?? call;
}

const newCall = (core: Core, tx: WriteTx, stream: StreamId, startedBy: UserId): GroupCallRow => ({
  stream,
  id: core.ids.uuid(),
  startedAtMs: tx.nowMs,
  startedBy,
  users: [],
  removed: [],
  unit: '',
  devices: [],
});

/** The client shows the reason by its own words (GCALL-9). */
const refusalBecause = (
  call: GroupCallRow,
  reason: 'groupCallRemoved' | 'groupCallFull',
  refusal: GroupCallJoinRefusal,
): Refusal => new Refusal(reason, { facts: { max: placesOf(call) }, detail: { refusal } });

/** A device of another user is never taken over (GCALL-2). */
function joinRefusal(call: GroupCallRow, { user, device }: Joining): Refusal | null {
  if (call.removed.includes(user)) return refusalBecause(call, 'groupCallRemoved', 'removed');
  if (call.devices.some((one) => one.device === device && one.user !== user))
    return new Refusal('notOwnSocket');
  const others = call.devices.filter((one) => one.user !== user);
  if (others.length >= placesOf(call)) return refusalBecause(call, 'groupCallFull', 'full');
  return null;
}

/** A device that is not in the call has left already. */
export async function leaveGroupCall(
  { core, session: { user } }: SignedIn,
  { toContactId, device }: v.InferOutput<typeof calls.leaveGroupCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, toContactId);
    if (at instanceof Refusal) return at;
    await dropDevices(tx, record, at.stream, (one) => one.device === device && one.user === user);
    return null;
  });
  return refusal ?? {};
}

export async function raiseHand(
  { core, session: { user } }: SignedIn,
  { toContactId, device, on }: v.InferOutput<typeof calls.raiseHand.body>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, toContactId);
    if (at instanceof Refusal) return at;
    await tx.streams.get(at.stream);
    const call = await tx.groupCalls.get(at.stream);
    const own = call?.devices.find((one) => one.device === device && one.user === user);
    if (!own) return new Refusal('callUnknown');
    if (own.isHandRaised === on) return null;
    await tx.groupCalls.saveDevice({ ...own, stream: at.stream, isHandRaised: on });
    await record.event(at.stream, { kind: 'groupCall' });
    return null;
  });
  return refusal ?? {};
}
