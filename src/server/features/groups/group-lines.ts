import type * as v from 'valibot';
import { fieldRow, SETTING_NAMES } from '../../../domain/group-fields.ts';
import type { GroupChangeKind } from '../../../domain/group-lines.ts';
import { groupLimits as limits } from '../../../domain/group-limits.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { GroupLineFacts, GroupLineRow } from '../../../ports/store.ts';
import type { groupLines as linesCall } from '../../../wire/calls/groups.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { groupAccess, visibleAbove } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';
import { GROUP_ROLE } from '../../../domain/contact.ts';

/** Changes of the group, in the range of messages this user may read (GROUP-27). */
export async function groupLines(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof linesCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const data = await core.store.read(async (tx) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const from = Math.max(body.from, visibleAbove(at) + 1);
    const rows = await tx.groupLines.between(at.stream, from, body.to, limits.linesAtOnceMax);
    const userIds = rows.flatMap(({ facts }) => [facts.by, ...whoOf(facts)]);
    const people = await tx.users.byIds([...new Set(userIds)]);
    const nameOf = (id: UserId): string => people.get(id)?.realname ?? '';
    return rows.flatMap((row) =>
      changesOf(row.facts).map(({ what, value }) => ({
        ...placeOf(row),
        time: wireTime(row.atMs, core.settings),
        what,
        by: row.facts.by,
        byName: nameOf(row.facts.by),
        ...Object.fromEntries(whoOf(row.facts).map((id) => ['user_id', id])),
        name: whoOf(row.facts).map(nameOf).join(''),
        value,
      })),
    );
  });
  return data instanceof Refusal ? data : { data };
}

const placeOf = ({ seq, afterN }: GroupLineRow) => ({ seq, after_n: afterN });

/** The affected user, if it is another one. */
const whoOf = (facts: GroupLineFacts): readonly UserId[] =>
  'user' in facts && facts.user !== null ? [facts.user] : [];

interface GroupChange {
  readonly what: GroupChangeKind;
  readonly value: string;
}

/** One event may contain several changes of fields. */
function changesOf(facts: GroupLineFacts): readonly GroupChange[] {
  switch (facts.kind) {
    case 'rename':
      return [{ what: 'renamed', value: facts.name }];
    case 'removed':
      return [{ what: facts.user === facts.by ? 'left' : 'removed', value: '' }];
    case 'manager':
      return [{ what: facts.role === GROUP_ROLE.manager ? 'manager' : 'noManager', value: '' }];
    case 'owner':
      return [{ what: 'owner', value: '' }];
    case 'muted':
      return [{ what: facts.untilSec === 0 ? 'heard' : 'silenced', value: '' }];
    case 'groupSetting':
      return SETTING_NAMES.flatMap((name) => {
        const [what, now] = [fieldRow(name).line, facts.now?.[name]];
        return what === undefined || now === undefined ? [] : [{ what, value: String(now) }];
      });
  }
}
