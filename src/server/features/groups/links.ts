import type * as v from 'valibot';
import { parseTarget, userId } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { groupLimits as limits } from '../../../domain/group-limits.ts';
import { guestLimits } from '../../../domain/guests.ts';
import type { LinkRow, ReadTx, RequestRow, WriteTx } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/groups.ts';
import { card } from '../../frames/user-data.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { once } from '../../kernel/operation.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { authorize, groupAccess } from '../../access/conversation.ts';
import type { GroupAccess } from '../../access/conversation.ts';
import { pathOf } from './codes.ts';
import { linkToken } from './entrances.ts';
import { admit, checkRoom } from './members.ts';
import { announcePicture } from './picture.ts';
import { tellLeads } from './join.ts';

type Body<K extends keyof typeof calls> = (typeof calls)[K] extends {
  readonly body: infer S extends v.GenericSchema;
}
  ? v.InferOutput<S>
  : never;

/** The access of a member who may admit others. */
async function leading(tx: ReadTx, me: UserId, ref: string, nowMs: number): Promise<GroupAccess | Refusal> {
  const at = await groupAccess(tx, me, ref);
  if (at instanceof Refusal) return at;
  return authorize(at, 'letIn', nowMs) ?? at;
}

/** GROUP-24. */
export async function addGroupLink(
  { core, origin, session: { user } }: SignedIn,
  body: Body<'addGroupLink'>,
): Promise<EndpointAnswer | Refusal> {
  if (body.guest_days > 0) {
    if (core.config().sysInfo.guests !== true) return new Refusal('guestsOff');
    if (body.for === 0 || body.max === 0 || body.max > guestLimits.ofGroupMax || body.asks)
      return new Refusal('guestBounds', { facts: { max: guestLimits.ofGroupMax } });
  }
  const data = await command(core, async (tx) => {
    const at = await leading(tx, user, body.id, tx.nowMs);
    if (at instanceof Refusal) return at;
    return once(tx, user, body.op, async () => {
      // Asking for the stream locks it where many write at once.
      await tx.streams.get(at.stream);
      if ((await tx.entrances.linksOf(at.group.id)).length >= limits.linksMax)
        return new Refusal('linksFull', { facts: { max: limits.linksMax } });
      const row = await tx.entrances.addLink({
        group: at.group.id,
        by: user,
        createdAtMs: tx.nowMs,
        untilMs: body.for === 0 ? null : tx.nowMs + body.for * 1_000,
        max: body.max === 0 ? null : body.max,
        asks: body.asks,
        guestDays: body.guest_days,
      });
      return linkData(core, origin, row, (await tx.users.byId(user))?.realname ?? '');
    });
  });
  return data instanceof Refusal ? data : { data };
}

function linkData(core: Core, origin: string, row: LinkRow, byName: string) {
  const path = `/scan/g/${linkToken(core, row)}`;
  return {
    link: row.id,
    url: origin + path,
    ...pathOf(core, path),
    by: row.by,
    byName,
    until: row.untilMs ?? 0,
    max: row.max ?? 0,
    used: row.used,
    asks: row.asks ? 1 : 0,
    ...(row.guestDays > 0 && { guest_days: row.guestDays }),
  };
}

/** Links that still admit users, the newest first. */
export async function groupLinks(
  { core, origin, session: { user } }: SignedIn,
  body: Body<'groupLinks'>,
): Promise<EndpointAnswer | Refusal> {
  const data = await core.store.read(async (tx) => {
    const at = await leading(tx, user, body.id, core.clock.nowMs());
    if (at instanceof Refusal) return at;
    const rows = await tx.entrances.linksOf(at.group.id);
    const people = await tx.users.byIds(rows.map(({ by }) => by));
    return rows.map((row) => linkData(core, origin, row, people.get(row.by)?.realname ?? ''));
  });
  return data instanceof Refusal ? data : { data };
}

export async function endGroupLink(
  { core, session: { user } }: SignedIn,
  body: Body<'endGroupLink'>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await core.store.write(async (tx) => {
    const at = await leading(tx, user, body.id, tx.nowMs);
    if (at instanceof Refusal) return at;
    return (await tx.entrances.endLink(at.group.id, body.link)) ? null : new Refusal('linkUnknown');
  });
  return refusal ?? {};
}

/** Join requests, the longest waiting first (GROUP-25). */
export async function groupRequests(
  { core, session: { user } }: SignedIn,
  body: Body<'groupRequests'>,
): Promise<EndpointAnswer | Refusal> {
  const data = await core.store.read(async (tx) => {
    const at = await leading(tx, user, body.id, core.clock.nowMs());
    if (at instanceof Refusal) return at;
    const rows = await tx.entrances.requestsOf(at.group.id, limits.requestsMax);
    const people = await tx.users.byIds(rows.map((row) => row.user));
    return rows.map((row) => ({
      user_id: row.user,
      text: row.text,
      time: row.atMs,
      userInfo: card(people.get(row.user) ?? null, row.user),
    }));
  });
  return data instanceof Refusal ? data : { data, count: data.length };
}

/** Accepts a request, or refuses it silently; the requester can withdraw it. */
export async function answerGroupRequest(
  { core, session: { user } }: SignedIn,
  body: Body<'answerGroupRequest'>,
): Promise<EndpointAnswer | Refusal> {
  const target = userId(body.user_id);
  const stream = await command(core, async (tx, record) => {
    if (target === user) return withdrawLink(tx, user, body.id);
    const at = await leading(tx, user, body.id, tx.nowMs);
    if (at instanceof Refusal) return at;
    await tx.streams.get(at.stream);
    const request = await tx.entrances.request(at.group.id, target);
    if (request === null) return new Refusal('requestUnknown');
    if (!body.accept) {
      await tx.entrances.dropRequests(at.group.id, [target]);
      return null;
    }
    return letIn(core, tx, record, at, request);
  });
  if (stream instanceof Refusal) return stream;
  const at = parseTarget(body.id);
  if (at?.kind === 'group') await tellLeads(core, at.group);
  if (stream !== null) await announcePicture(core, stream, user);
  return {};
}

async function letIn(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  { stream, group, member }: GroupAccess,
  { user, link }: RequestRow,
): Promise<StreamId | Refusal> {
  if (!(await tx.users.byId(user))?.active) return new Refusal('userUnknown');
  const members = (await tx.members.count(stream)) + 1;
  const refusal = checkRoom(core, members);
  if (refusal) return refusal;
  // Uses a place of the link, if one is left: managers decide, even beyond its places.
  await tx.entrances.useLink(link);
  await tx.entrances.unbar(stream, [user]);
  if (await tx.members.get(stream, user)) await tx.entrances.dropRequests(group.id, [user]);
  else await admit(core, tx, record, { stream, by: user, inviter: member.user, fresh: [user], members });
  return stream;
}

async function withdrawLink(tx: WriteTx, me: UserId, ref: string): Promise<null | Refusal> {
  const target = parseTarget(ref);
  if (target?.kind !== 'group' || (await tx.entrances.request(target.group, me)) === null)
    return new Refusal('requestUnknown');
  await tx.entrances.dropRequests(target.group, [me]);
  return null;
}
