import { groupStream } from '../../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { ldapLimits as limits } from '../../kernel/limits.ts';
import { admit, checkRoom, takeOut } from './members.ts';
import { announcePicture } from './picture.ts';

/** Groups among these that exist, have room and do not include this user yet (LDAP-6). */
export async function joinGroups(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  { id }: Pick<UserRow, 'id'>,
  groups: readonly GroupId[],
): Promise<readonly StreamId[]> {
  const streams: StreamId[] = [];
  for (const group of groups) {
    const stream = await takeIn(core, tx, record, group, [id]);
    if (stream !== null) streams.push(stream);
  }
  return streams;
}

/** Users not in it yet; null: none joined. A user removed by hand stays out (GROUP-16). */
async function takeIn(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  group: GroupId,
  people: readonly UserId[],
): Promise<StreamId | null> {
  const stream = groupStream(group);
  // Asking for the stream locks it where many write at once.
  await tx.streams.get(stream);
  const row = await tx.groups.byId(group);
  if (!row) return null;
  const inside = await tx.members.among(stream, people);
  const barred = new Set(await tx.entrances.barred(stream, people));
  const fresh = people.filter((id) => !inside.has(id) && !barred.has(id));
  if (fresh.length === 0) return null;
  const members = (await tx.members.count(stream)) + fresh.length;
  if (checkRoom(core, members)) return null;
  await admit(core, tx, record, { stream, by: row.owner, inviter: row.owner, fresh, members });
  return stream;
}

/**
 * Aligns a group's members with the LDAP server's list, among the users it knows; other members and owners
 * stay untouched (LDAP-6).
 */
export async function followGroup(
  core: Core,
  group: GroupId,
  targetIds: ReadonlySet<UserId>,
  everybody: readonly UserId[],
): Promise<number> {
  const stream = groupStream(group);
  let changed = 0;
  for (let from = 0; from < everybody.length; from += limits.stepMax) {
    const step = everybody.slice(from, from + limits.stepMax);
    changed += await followStep(core, { group, stream, targetIds, step });
  }
  if (changed > 0) {
    const row = await core.store.read((tx) => tx.groups.byId(group));
    if (row) await announcePicture(core, stream, row.owner);
  }
  return changed;
}

interface Step {
  readonly group: GroupId;
  readonly stream: StreamId;
  readonly targetIds: ReadonlySet<UserId>;
  readonly step: readonly UserId[];
}

async function followStep(core: Core, { group, stream, targetIds, step }: Step): Promise<number> {
  const isRight = await core.store.read(async (tx) => {
    const inside = await tx.members.among(stream, step);
    return step.every((id) => inside.has(id) === targetIds.has(id));
  });
  if (isRight) return 0;
  return command(core, async (tx, record) => {
    await tx.streams.get(stream);
    const row = await tx.groups.byId(group);
    if (!row) return 0;
    const before = await tx.members.count(stream);
    await takeIn(
      core,
      tx,
      record,
      group,
      step.filter((id) => targetIds.has(id)),
    );
    const came = (await tx.members.count(stream)) - before;
    const inside = await tx.members.among(stream, step);
    const leaving = step.filter((id) => inside.has(id) && !targetIds.has(id) && id !== row.owner);
    for (const user of leaving) await takeOut(tx, record, { stream, user, by: row.owner });
    return came + leaving.length;
  });
}
