import type * as v from 'valibot';
import { fieldRow, GROUP_FIELDS, SETTING_NAMES } from '../../../domain/group-fields.ts';
import type { GroupSetting, SettingName } from '../../../domain/group-fields.ts';
import { messageId, streamId, userId } from '../../../domain/ids.ts';
import { duration, textLimits } from '../../../domain/limits.ts';
import { NOTICE_HEAD, toMarkup } from '../../../domain/markup.ts';
import { lengthOf } from '../../../domain/validation.ts';
import { isUnseen } from '../../../domain/unseen.ts';
import type * as calls from '../../../wire/calls/groups.ts';
import type { editGroupName as renameCall } from '../../../wire/calls/groups.ts';
import { command } from '../../kernel/core.ts';
import { muteOptionsSec } from '../../kernel/limits.ts';
import { rebased } from '../../kernel/newer.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { authorize, groupAccess, speechRefusal } from '../../access/conversation.ts';
import { everybody } from '../../access/mentions.ts';
import type { SignedIn } from '../context.ts';
import { takeItems } from '../message-rate.ts';
import { groupName } from './found.ts';
import { handOver } from './hand-over.ts';
import { authorizeOver } from './members.ts';
import { announcePicture } from './picture.ts';
import { GROUP_ROLE } from '../../../domain/contact.ts';

type Body<K extends keyof typeof calls> = (typeof calls)[K] extends {
  readonly body: infer S extends v.GenericSchema;
}
  ? v.InferOutput<S>
  : never;

/**
 * Stores the announcement, and sends it to the chat as a message that mentions all members and counts as one:
 * one event with one place (GROUP-10).
 */
export async function setNotice(
  context: SignedIn,
  body: Body<'setNotice'>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  if (isUnseen(body.notice)) return new Refusal('needNotice');
  if (lengthOf(body.notice) > textLimits.messageMax)
    return new Refusal('messageLong', { facts: { max: textLimits.messageMax } });
  const tooMany = await takeItems(context, 1);
  if (tooMany) return tooMany;
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    let refusal = authorize(at, GROUP_FIELDS.notice.mayEdit, tx.nowMs);
    if (refusal) return refusal;
    refusal = speechRefusal(at, tx.nowMs);
    if (refusal) return refusal;
    const { notice: present } = at.group;
    const next = rebased({ notice: present }, { notice: body.notice }, body.base);
    if (next instanceof Refusal) return next;
    await tx.groups.update(at.group.id, next);
    const people = await everybody(tx, at);
    const id = messageId(core.ids.uuid());
    const content = NOTICE_HEAD + toMarkup(body.notice);
    await record.listed(at.stream, async ({ n, atMs }) => {
      const row = {
        id,
        stream: at.stream,
        n,
        from: user,
        type: 'text',
        content,
        at: people,
        pid: null,
        extra: null,
        note: null,
        sentAtMs: atMs,
        recalled: false,
      } as const;
      const msgId = await tx.messages.insert(row);
      if (people.length > 0) await tx.mentions.insert(at.stream, n, people);
      await tx.members.update(at.stream, user, { own: at.member.own + 1 });
      return { facts: { kind: 'message', msgId, id, n, from: user, notice: true }, value: null };
    });
    return null;
  });
  return refusal ?? {};
}

/** GROUP-11. What is not named keeps its value. */
export async function groupSetting(
  { core, session: { user } }: SignedIn,
  body: Body<'groupSetting'>,
): Promise<EndpointAnswer | Refusal> {
  const changes = Object.entries(body.setting)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' && isUnseen(value) ? '' : value] as const);
  if (SETTING_NAMES.some((name) => isTooLong(name, body.setting[name]))) return new Refusal('tooLong');
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const refusal = authorize(at, 'editSetting', tx.nowMs);
    if (refusal) return refusal;
    const was = at.group.setting;
    const form: GroupSetting = { ...was, ...(Object.fromEntries(changes) as Partial<GroupSetting>) };
    const setting = rebased(was, form, body.base);
    if (setting instanceof Refusal) return setting;
    await tx.groups.update(at.group.id, { setting });
    await record.event(at.stream, { kind: 'groupSetting', by: user, ...changesOf(was, setting) });
    return null;
  });
  return refusal ?? {};
}

const isTooLong = (name: SettingName, value: unknown): boolean =>
  typeof value === 'string' && lengthOf(value) > (fieldRow(name).max ?? 0);

/** Changes that a line reports (GROUP-27). */
function changesOf(was: GroupSetting, next: GroupSetting): { readonly now?: Partial<GroupSetting> } {
  const names = SETTING_NAMES.filter((name) => fieldRow(name).line && next[name] !== was[name]);
  return names.length === 0 ? {} : { now: Object.fromEntries(names.map((name) => [name, next[name]])) };
}

/** ROLE-5. Assigning the present role changes nothing. */
export async function setManager(
  { core, session: { user } }: SignedIn,
  body: Body<'setManager'>,
): Promise<EndpointAnswer | Refusal> {
  const target = userId(body.user_id);
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const refusal = authorize(at, 'setManager', tx.nowMs);
    if (refusal) return refusal;
    const member = await tx.members.get(at.stream, target);
    if (!member || member.role === GROUP_ROLE.owner) return new Refusal('userUnknown');
    if (member.role === body.role) return null;
    if (await tx.guests.get(target)) return new Refusal('guestAlone');
    await tx.members.update(at.stream, target, { role: body.role });
    await record.event(at.stream, { kind: 'manager', by: user, user: target, role: body.role });
    return null;
  });
  if (refusal) return refusal;
  await announcePicture(core, streamId(body.id), user);
  return {};
}

/** ROLE-6. Until a time; 0 and 0 lift it. */
export async function setNoSpeak(
  { core, session: { user } }: SignedIn,
  body: Body<'setNoSpeak'>,
): Promise<EndpointAnswer | Refusal> {
  const target = userId(body.user_id);
  const forSec = muteOptionsSec[body.noSpeakTimer - 1] ?? body.noSpeakDay * (duration.DAY / duration.SECOND);
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const member = await tx.members.get(at.stream, target);
    const refusal = authorizeOver(at.member, member);
    if (refusal) return refusal;
    const untilSec = forSec === 0 ? 0 : Math.floor(tx.nowMs / duration.SECOND) + forSec;
    await tx.members.update(at.stream, target, { mutedUntilSec: untilSec });
    const same = member?.mutedUntilSec === untilSec ? ({ same: true } as const) : {};
    await record.event(at.stream, { kind: 'muted', by: user, user: target, untilSec, ...same });
    return null;
  });
  return refusal ?? {};
}

/** ROLE-7. To a member; the old owner is a member then. */
export async function changeOwner(
  { core, session: { user } }: SignedIn,
  body: Body<'changeOwner'>,
): Promise<EndpointAnswer | Refusal> {
  const target = userId(body.user_id);
  if (target === user) return new Refusal('notSelf');
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const refusal = authorize(at, 'transfer', tx.nowMs);
    if (refusal) return refusal;
    return handOver(tx, record, at, target);
  });
  if (refusal) return refusal;
  await announcePicture(core, streamId(body.id), user);
  return {};
}

/** GROUP-6. */
export async function editGroupName(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof renameCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const name = groupName(body.displayName);
  if (name instanceof Refusal) return name;
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const refusal = authorize(at, GROUP_FIELDS.name.mayEdit, tx.nowMs);
    if (refusal) return refusal;
    const next = rebased({ name: at.group.name }, { name }, body.base);
    if (next instanceof Refusal) return next;
    await tx.groups.update(at.group.id, next);
    const same = at.group.name === name ? ({ same: true } as const) : {};
    await record.event(at.stream, { kind: 'rename', by: user, name, ...same });
    return null;
  });
  if (refusal) return refusal;
  return { msg: 'renamed' };
}
