import { userId } from '../../src/domain/ids.ts';
import type { ActContext } from './subject.ts';

/** Posts a call for which the client has no action yet, as this tab would. */
export function postCall({ device, tab }: ActContext, path: string, body: object): Promise<unknown> {
  const token = device.disk.token();
  if (token === null || !tab.page.isOnline()) return Promise.resolve();
  return device.link.send({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
    timeoutMs: 10_000,
  });
}

/** Gives a file to the server, as this device would; a size below 0: a form without a file. */
export const upload = (
  { device }: ActContext,
  name: string,
  sizeBytes: number,
  path = '/common/upload/uploadFile',
): Promise<unknown> => {
  const token = device.disk.token() ?? '';
  return device.link.send({
    path,
    method: 'POST',
    headers: { authorization: token },
    body: null,
    timeoutMs: 10_000,
    form: { fields: {}, file: sizeBytes < 0 ? null : { name, sizeBytes } },
  });
};

/** Actions on groups and members; null for other kinds of steps. */
export function groupAct(context: ActContext): Promise<unknown> | null {
  const { tab, chats, step, someone, world } = context;
  const { actions } = tab.client;
  const groups = chats.filter((one) => one.kind === 'group');
  const group = groups[step.a % Math.max(1, groups.length)]?.id;
  const nothing = Promise.resolve();
  switch (step.kind) {
    case 'makeGroup':
      return actions.createGroup(
        world.people.filter((_, at) => (step.b >> at) % 2 === 0).map((one) => userId(one.id)),
        `Group ${context.number}`,
      );
    case 'addMember':
      return group ? actions.addMembers(group, [someone]) : nothing;
    case 'removeMember':
      return group ? actions.removeMember(group, someone) : nothing;
    case 'leaveGroup':
      return group ? actions.leaveGroup(group) : nothing;
    case 'dissolve':
      return group ? actions.dissolveGroup(group) : nothing;
    case 'rename':
      return group
        ? actions.renameGroup(group, `Name ${context.number} of those who climb the hills`)
        : nothing;
    case 'setRole':
      return group
        ? postCall(context, '/enterprise/group/setManager', {
            id: group,
            user_id: someone,
            role: 2 + (step.b % 2),
          })
        : nothing;
    case 'muteMember':
      return group
        ? postCall(context, '/enterprise/group/setNoSpeak', {
            id: group,
            user_id: someone,
            noSpeakTimer: step.b % 3 === 0 ? 0 : 1,
            noSpeakDay: 0,
          })
        : nothing;
    case 'speaking':
      return group
        ? postCall(context, '/enterprise/group/groupSetting', { id: group, setting: { nospeak: step.b % 3 } })
        : nothing;
    case 'befriend':
      return befriend(context);
    case 'unfriend':
      return actions.unfriend(someone);
    case 'remark': {
      return actions
        .person(someone)
        .then((card) =>
          card.ok && card.value.friend
            ? actions.setRemark(someone, card.value.friend.friendId, `Remark ${step.b % 5}`)
            : undefined,
        );
    }
    default:
      return null;
  }
}

/** Sends a friend request, answers a waiting one, or withdraws the own one. */
async function befriend({ tab, step, someone }: ActContext): Promise<void> {
  const { actions } = tab.client;
  if (step.b % 10 === 4) {
    const sent = await actions.applications('sent', 1, 10);
    const open = sent.ok ? sent.value.rows.find((row) => row.status === 2) : undefined;
    if (open) await actions.withdrawApplication(open.friendId);
    return;
  }
  if (step.b % 2 === 0) {
    await actions.applyFriend(someone, 'hello again');
    return;
  }
  const list = await actions.applications('received', 1, 10);
  const waiting = list.ok ? list.value.rows.find((row) => row.status === 2) : undefined;
  if (waiting) await actions.answerApplication(waiting.friendId, step.b % 5 !== 1);
}
