import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { finishErasures } from '../../src/server/features/erasing/erase-own.ts';
import type { Fields } from '../support/fields.ts';
import { tryAdmin } from '../support/admin.ts';
import { preparePeople } from '../support/prepared-people.ts';
import { temporaryFolder } from '../support/server.ts';
import { localUploads } from '../support/uploads.ts';
import { type Pair, type Tie, TIES, type Way } from '../support/ways/way.ts';
import { PASSWORD, type Person, startWorld, type World } from '../support/world.ts';
import { AMONG_PEOPLE } from '../support/ways/among-people.ts';
import { IN_CHATS } from '../support/ways/in-chats.ts';

/** All ways, with a row for each way of a call. */
const WAYS: readonly Way[] = [...IN_CHATS, ...AMONG_PEOPLE];

/** Calls by which no user reaches another, each with the reason. */
const NO_WAYS: Readonly<Record<string, string>> = {
  'of the account itself': `
    /common/pub/login /common/pub/askPasskey /common/pub/beginOpenId /common/pub/finishOpenId
    /common/pub/sendCode /common/pub/register /common/pub/logout /common/pub/offline
    /common/pub/bindUid /common/pub/bindGroup
    /common/pub/checkVersion /common/pub/getSystemInfo /common/push/subscribe /common/push/decline
    setPrivacy editAccount editPassword prove getSecondStep beginSecondStep confirmSecondStep endSecondStep 
    getBots addBot renameBot removeBot addToken removeToken setBotProgram
    /enterprise/group/hooks /enterprise/group/addHook /enterprise/group/editHook /enterprise/group/renewHook
    /enterprise/group/removeHook
    /enterprise/group/outgoing /enterprise/group/addOutgoing /enterprise/group/editOutgoing
    /enterprise/group/removeOutgoing /enterprise/group/deliveries /enterprise/group/repeatDelivery
    getPasskeys beginPasskey addPasskey renamePasskey removePasskey getOpenIds removeOpenId getLogins endLogin
    getOwnData mailDigest
    eraseAccount exportData /common/upload/uploadAvatar /common/upload/uploadEmoji
    /enterprise/files/quota /enterprise/emoji/index /enterprise/emoji/add /enterprise/emoji/del
    /enterprise/emoji/move /enterprise/emoji/packs /enterprise/emoji/packSave /enterprise/emoji/packRemove`,
  'state of one user, shown to no other': `
    keep getKept setChatTop isNotice archiveChat markUnread delChat readAtMsg followThread setReminder
    getLater discardScheduled inboxDone /enterprise/friend/setNickname getAdminNotice`,
  'reads what is stored for the asker; the rows of what is sent look there': `
    getInbox getMessageList getMessagePins getThread locateMessage search sync getContactInfo reactions voters
    botCommands /enterprise/emoji/server /enterprise/emoji/packOf /enterprise/emoji/packAdd
    /enterprise/files/index /common/upload/renew /enterprise/friend/index /enterprise/friend/getApplyMsg
    /scan/g/:token /scan/u/:token /enterprise/group/groupInfo /enterprise/group/getAllUser
    /enterprise/group/groupLines`,
  'leading a group, which its table of roles decides': `
    /enterprise/group/removeUser /enterprise/group/removeGroup /enterprise/group/editGroupName
    /enterprise/group/addGroupLink /enterprise/group/groupLinks /enterprise/group/endGroupLink
    /enterprise/group/groupRequests /enterprise/group/answerGroupRequest /enterprise/group/setNotice
    /enterprise/group/groupSetting /enterprise/group/setManager /enterprise/group/setNoSpeak
    /enterprise/group/changeOwner /enterprise/group/clearMessage`,
  'between members in the call of their group, as their messages there': `
    joinGroupCall leaveGroupCall signalGroupCall connectGroupCall raiseHand removeFromGroupCall`,
  'takes away what the asker wrote': `removePreview /enterprise/moments/del /enterprise/moments/delComment`,
  'silent (BLOCK-1), or for moderators alone (REPORT-1)': `blockPerson blockedPeople report`,
  'calls a bot, which answers with its own rights': `runCommand pressButton`,
  'of the socket itself': `ping ack presence`,
};

let world: World;
let made = 0;
beforeAll(async () => {
  world = await startWorld({ uploads: await localUploads(temporaryFolder()) });
  await world.person('boss');
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, directory: true } }));
});
afterAll(() => world.close());

const im = '/enterprise/im';
const full = (name: string): string => (name.startsWith('/') ? name : `${im}/${name}`);

async function pair(): Promise<Pair> {
  // Rate limits are not checked here.
  world.clock.pass(120_000);
  made += 1;
  const names = [`actor${made}`, `target${made}`, `host${made}`];
  const { people, group } = await preparePeople(world, names);
  const [actor, target, host] = people as [Person, Person, Person];
  const email = `t${made}@example.org`;
  await world.ok(target, 'im/updateUserInfo', {
    realname: `${target.account} name`,
    email,
    motto: '',
    sex: 0,
  });
  const device = await world.online(target);
  return { world, actor, target, host, group, mark: `mark${made}mark`, device };
}

async function become(tie: Tie, { actor, target, host, group }: Pair): Promise<void> {
  const block = (who: typeof actor, other: typeof actor) =>
    world.ok(who, 'im/blockPerson', { id: other.id, on: 1 });
  if (tie === 'blocked') await block(target, actor);
  if (tie === 'blocking') await block(actor, target);
  if (tie === 'removed') await world.ok(host, 'group/removeUser', { id: group, user_id: actor.id });
  if (tie === 'unfriended') await world.call(target, 'friend/del', { id: actor.id });
  if (tie === 'disabled') expect((await tryAdmin(world, 'user', 'disable', actor.account)).exit).toBe(0);
  if (tie !== 'erased') return;
  await world.ok(actor, 'im/eraseAccount', { password: PASSWORD });
  await finishErasures(world.server.core);
}

async function reach(way: Way, tie: Tie): Promise<boolean> {
  const two = await pair();
  const prepared = ((await way.prepare?.(two)) ?? {}) as Fields;
  await become(tie, two);
  await world.clock.advance(2_500);
  await world.settle();
  two.device.frames.length = 0;
  return way.act(two, prepared);
}

it('BLOCK-16: every call and every frame of the socket is in the table of ways, or has a reason', () => {
  const source = readFileSync('src/wire/up.ts', 'utf8');
  const frames = [...source.matchAll(/v\.literal\('(\w+)'\)/g)].map(([, name]) => name ?? '');
  const allNames = new Set([
    ...WAYS.map(({ path }) => path),
    ...Object.values(NO_WAYS).flatMap((names) =>
      names
        .trim()
        .split(/\s+/)
        .flatMap((one) => [one, full(one)]),
    ),
  ]);
  const paths = ENDPOINTS.map(({ paths: [path] }) => path ?? '');
  expect([...paths, ...frames].filter((path) => !allNames.has(path))).toEqual([]);
});

it.each(WAYS.map((way) => [`${way.about} (${way.path})`, way] as const))(
  'BLOCK-15, BLOCK-16: %s reaches as the table says',
  async (_, way) => {
    let view = '';
    for (const tie of TIES) view += (await reach(way, tie)) ? 'x' : '.';
    // A signed-out caller reaches no user.
    expect(view).toBe(way.reaches.padEnd(TIES.length, '.'));
  },
);
