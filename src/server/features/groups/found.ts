import type * as v from 'valibot';
import { DEFAULT_GROUP_SETTING } from '../../../domain/group-fields.ts';
import type { GroupSetting } from '../../../domain/group-fields.ts';
import { groupStream, streamId, userId } from '../../../domain/ids.ts';
import type { GroupId, UserId } from '../../../domain/ids.ts';
import { peopleLimits, textLimits } from '../../../domain/limits.ts';
import { isUnseen } from '../../../domain/unseen.ts';
import { isLongName, nameShapeProblem } from '../../../domain/validation.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { groupAdd } from '../../../wire/calls/groups.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { contactRow } from '../../frames/contact-row.ts';
import type { ContactRow } from '../../frames/contact-row.ts';
import { groupPictureAddress } from '../../files/faces.ts';
import { STATIC_FACES } from '../../frames/wire-values.ts';
import { say } from '../../kernel/texts.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { eventLine } from '../event-line.ts';
import { once } from '../../kernel/operation.ts';
import { rowContext } from '../sync/registers.ts';
import { joinEventFor, newMember } from './joined.ts';
import { announcePicture } from './picture.ts';
import { checkKnown } from './members.ts';
import { USER_ROLE } from '../../../domain/contact.ts';

/** GROUP-1. */
export async function createGroup(
  { core, session: { user }, language }: SignedIn,
  body: v.InferOutput<typeof groupAdd.body>,
): Promise<EndpointAnswer | Refusal> {
  const name = groupName(body.name === '' ? say('groupName', language) : body.name);
  if (name instanceof Refusal) return name;
  const others = [...new Set(body.user_ids)].map(userId).filter((id) => id !== user);
  if (others.length === 0) return new Refusal('groupFew');
  const max = core.config().chatInfo.groupUserMax || peopleLimits.groupCreateMax;
  if (others.length + 1 > max) return new Refusal('groupMany', { facts: { max } });
  const data = await command(core, (tx, record) =>
    once(tx, user, body.op, () => createGroupRows(core, tx, record, { owner: user, others, name })),
  );
  if (data instanceof Refusal) return data;
  if (typeof data['stream'] === 'string') await announcePicture(core, streamId(data['stream']), user);
  return { data };
}

export function groupName(text: string): string | Refusal {
  const name = text.trim();
  if (isUnseen(name) || isLongName(name, textLimits.groupNameMax))
    return new Refusal('groupNameLength', { facts: { max: textLimits.groupNameMax } });
  const problem = nameShapeProblem(name);
  return problem === null ? name : new Refusal(problem);
}

interface Founding {
  readonly owner: UserId;
  readonly others: readonly UserId[];
  readonly name: string;
}

/** The group, its first line and its members; the caller has checked all of them. */
export async function insertGroup(
  core: Pick<Core, 'ids'>,
  tx: WriteTx,
  record: EventRecorder,
  { owner, others, name, setting }: Founding & { readonly setting: GroupSetting },
): Promise<GroupId> {
  const avatar = STATIC_FACES.group;
  const group = await tx.groups.insert({ name, avatar, owner, notice: '', setting, createdAtMs: tx.nowMs });
  const stream = groupStream(group);
  await tx.streams.open(stream);
  const author = await tx.users.byId(owner);
  const note = { note: 'groupCreated', by: owner, name: author?.realname ?? '' } as const;
  const { seq, n } = await eventLine(core, tx, record, { stream, by: owner, note });
  const all = [owner, ...others];
  const base = { stream, inviter: owner, base: seq, fromN: 0, n, nowMs: tx.nowMs } as const;
  await tx.members.save(...all.map((user) => newMember({ ...base, user, role: user === owner ? 1 : 3 })));
  for (const user of all) await record.event(...joinEventFor(user, stream, seq, n));
  return group;
}

async function createGroupRows(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  { owner, others, name }: Founding,
): Promise<ContactRow | Refusal> {
  const author = await tx.users.byId(owner);
  if (!core.config().chatInfo.groupChat && author?.role === USER_ROLE.user) return new Refusal('groupOff');
  const refusal = await checkKnown(core, tx, owner, others);
  if (refusal) return refusal;
  const setting = DEFAULT_GROUP_SETTING;
  const group = await insertGroup(core, tx, record, { owner, others, name, setting });
  const stream = groupStream(group);
  // Runs before any user sees the group: a frame that shows it must include a picture.
  if (core.uploads) await tx.groups.update(group, { avatar: await groupPictureAddress(core, tx, stream) });
  const view = await tx.conversations.one(owner, stream);
  return view ? contactRow(view, owner, rowContext(core)) : {};
}
