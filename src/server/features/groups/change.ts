import type * as v from 'valibot';
import type { editGroupName as renameCall } from '../../../wire/calls/groups.ts';
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
