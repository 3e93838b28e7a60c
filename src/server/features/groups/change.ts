import type * as v from 'valibot';
import { userStream } from '../../../domain/ids.ts';
import type { editGroupName as renameCall, removeGroup as dissolveCall } from '../../../wire/calls/groups.ts';
import { command } from '../../kernel/core.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { demand, groupStanding } from '../../kernel/standing.ts';
import { groupName } from './found.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** GROUP-6. */
export async function editGroupName(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof renameCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const name = groupName(body.displayName);
  if (name instanceof Refusal) return name;
  const refusal = await command(core, async (tx, record) => {
    const at = await groupStanding(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const refusal = demand(at, 'rename', tx.nowMs);
    if (refusal) return refusal;
    await tx.groups.update(at.group.id, { name });
    const same = at.group.name === name ? ({ same: true } as const) : {};
    await record.event(at.stream, { kind: 'rename', by: user, name, ...same });
    return null;
  });
  if (refusal) return refusal;
  return { msg: 'renamed' };
}

/**
 * Everybody's membership ends with the group's last event; what was said stays stored and nobody's (GROUP-5).
 */
export async function removeGroup(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof dissolveCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const at = await groupStanding(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const refusal = demand(at, 'dissolve', tx.nowMs);
    if (refusal) return refusal;
    const members = await tx.members.idsOf(at.stream);
    const { seq } = await record.event(at.stream, { kind: 'dissolved', by: user });
    await tx.members.endAll(at.stream, seq);
    for (const member of members) {
      await record.event(userStream(member), {
        kind: 'left',
        of: at.stream,
        until: seq,
        why: 'dissolved',
        by: user,
      });
    }
    await tx.doors.close(at.group.id);
    await tx.groups.end(at.group.id);
    return null;
  });
  return refusal ?? {};
}
