import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const under = (folder: string, names: string) => names.split(' ').map((name) => `${folder}${name}`);

/** The calls that clients of this wire make, as they write them. */
const PATHS: readonly string[] = [
  ...under(
    '/common/',
    'Pub/login Pub/logout pub/register Pub/bindUid Pub/bindGroup index/bindGroup pub/getSystemInfo pub/sendCode pub/checkVersion',
  ),
  ...under('/common/upload/', 'uploadFile uploadAvatar uploadEmoji'),
  ...under(
    '/enterprise/im/',
    'getContacts getMessageList setChatTop delChat sendMessage forwardMessage setMsgIsRead readAtMsg undoMessage delMessage',
  ),
  ...under(
    '/enterprise/im/',
    'sendToMsg isNotice updateCard getUserInfo searchUser updateUserInfo editAccount editPassword getContactInfo getAdminNotice',
  ),
  ...under(
    '/enterprise/group/',
    'joinGroup groupUserList setNotice groupInfo groupSetting changeOwner getAllUser add editGroupName addGroupUser',
  ),
  ...under('/enterprise/group/', 'removeUser removeGroup clearMessage setManager setNoSpeak'),
  ...under('/enterprise/friend/', 'del add index update setNickname'),
  ...under('/enterprise/emoji/', 'index add del move'),
];

/** An envelope is an answer, also one that refuses. */
const answers = async (path: string, method = 'POST'): Promise<readonly unknown[]> => {
  const answer = await world.raw(path, {
    method,
    ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
  });
  const { code } = (await answer.json()) as { readonly code: unknown };
  return [answer.status, typeof code];
};

it('WIRE-2: each of the 56 paths of the contract answers, in the letters of the contract and in any others', async () => {
  expect([PATHS.length, new Set(PATHS).size]).toEqual([56, 56]);
  for (const path of PATHS) {
    for (const form of [path, path.toLowerCase(), path.toUpperCase()])
      expect([form, ...(await answers(form))]).toEqual([form, 200, 'number']);
  }
  expect(await answers('/common/pub/checkVersion', 'GET')).toEqual([200, 'number']);
});
