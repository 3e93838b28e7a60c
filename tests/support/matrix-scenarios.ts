import type { Fields } from './fields.ts';
import { fileMessage, png, sendFile, upload } from './uploads.ts';
import { PASSWORD, type Envelope, type Person, type World } from './world.ts';

/** Kinds of callers, relative to a group. */
export const KINDS = [
  'nobody',
  'stranger',
  'former',
  'muted',
  'member',
  'manager',
  'owner',
  'administrator',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Cast {
  readonly stranger: Person;
  readonly former: Person;
  readonly muted: Person;
  readonly member: Person;
  readonly manager: Person;
  readonly owner: Person;
  readonly administrator: Person;
  /** A plain member that things are done to. */
  readonly victim: Person;
  /** A friend of all others, in no group. */
  readonly friend: Person;
}

/** One cell of the matrix: a fresh group, and who asks. */
export interface Cell {
  readonly world: World;
  readonly cast: Cast;
  readonly me: Person | null;
  readonly kind: Kind;
  readonly group: string;
  /** Fresh words for ids and accounts. */
  readonly fresh: string;
  /** A message of the victim in the group. */
  readonly said: Fields;
}

export interface Scenario {
  readonly path: string;
  /** The case, if a call has several. */
  readonly about?: string;
  /** One sign for each kind, in order: `x` allowed, `.` refused. */
  readonly allowed: string;
  /** Needs a fresh group. */
  readonly inGroup?: true;
  body?(cell: Cell): object | Promise<object>;
  /** Other than a plain call. */
  ask?(cell: Cell): Promise<Envelope<unknown>>;
  /** A successful answer without data does not count as permission. */
  readonly mustFind?: true;
}

const ALL = 'xxxxxxxx';
const SIGNED_IN = '.xxxxxxx';
const READERS = '...xxxx.';
const WRITERS = '....xxx.';
const LEADS = '.....xx.';
const OWNER = '......x.';
const NOBODY = '........';
const FRIENDS_OF_OWNER = '..xxxx..';

const inGroup = (
  path: string,
  allowed: string,
  body: (cell: Cell) => object | Promise<object>,
  more: Partial<Scenario> = {},
): Scenario => ({ path, allowed, inGroup: true, body, ...more });
const outgoing = (group: string) => ({
  id: group,
  name: 'CI',
  kinds: ['messages'],
  url: 'https://example.org/',
});
const own = (
  path: string,
  body?: (cell: Cell) => object | Promise<object>,
  allowed = SIGNED_IN,
): Scenario => ({ path, allowed, ...(body ? { body } : {}) });

const im = '/enterprise/im';
const ofGroup = '/enterprise/group';

/** A bot of the owner in the group of a cell, with an address and a command. */
async function botWithCommand({ world, cast, group }: Cell): Promise<number> {
  const { bots } = await world.ok<{ bots: readonly { id: number }[] }>(cast.owner, 'im/getBots');
  const add = () => world.ok<{ id: number }>(cast.owner, 'im/addBot', { name: 'Ship' });
  const { id } = bots[0] ?? (await add());
  await world.ok(cast.owner, 'im/setBotProgram', {
    id,
    url: 'https://example.org/',
    dialect: 'mrkdwn',
    commands: [{ name: 'deploy', words: '', help: '' }],
  });
  await world.ok(cast.owner, 'group/addGroupUser', { id: group, user_ids: [id] });
  return id;
}

async function socketOf({ world, me }: Cell, bound: boolean): Promise<string> {
  const socket = await world.socket();
  if (bound && me) socket.say({ type: 'bindUid', user_id: me.id, token: me.token });
  await world.settle();
  return socket.clientId;
}

async function applied({ world, cast, fresh }: Cell): Promise<number> {
  const applicant = await world.person(`app${fresh}`);
  return (await world.ok(applicant, 'friend/add', { user_id: cast.owner.id, remark: 'hello' })).friend_id;
}

/** A poll of a plain member. */
async function requestAnswer({ world, cast, group, fresh }: Cell): Promise<string> {
  const sent = await world.say(cast.victim, group, 'A question', {
    id: `poll-${fresh}`,
    extends: { poll: { options: ['one', 'two'] } },
  });
  return sent['id'];
}

/** One name for each user: 32 hexadecimal digits. */
const deviceOf = ({ id }: Person): string => String(id).padStart(32, '0');
async function joinCall({ world, group }: Cell, who: Person): Promise<Envelope<unknown>> {
  const clientid = (await world.online(who)).clientId;
  return world.call(who, `${im}/joinGroupCall`, { toContactId: group, device: deviceOf(who) }, { clientid });
}
/** The caller and this user are in the call, if the caller may be. */
async function signalTo(cell: Cell, who: Person, kind: string): Promise<object> {
  const { data } = await joinCall(cell, who);
  if (cell.me) await joinCall(cell, cell.me);
  const device = deviceOf(cell.me ?? cell.cast.stranger);
  const call = (data as { readonly id: string }).id;
  return { toContactId: cell.group, call, device, to: deviceOf(who), kind, text: 'words', path: 1 };
}
const ownDevice = async (cell: Cell): Promise<object> => {
  if (cell.me) await joinCall(cell, cell.me);
  return { toContactId: cell.group, device: deviceOf(cell.me ?? cell.cast.stranger), on: 1 };
};

const moment = async ({ world, cast }: Cell): Promise<number> =>
  Number((await world.ok(cast.owner, 'moments/add', { content: 'hello' })).id);
const tail = (url: unknown): string => String(url).split('/').at(-1) ?? '';
const codeOf = async ({ world, cast, group }: Cell): Promise<string> =>
  tail((await world.ok(cast.owner, 'group/groupInfo', { group_id: group }))['qrUrl']);

async function emojiInGroup({ world, cast, group, fresh }: Cell): Promise<object> {
  await upload(world, cast.owner, { path: '/common/upload/uploadEmoji', file: await png(8, 8) });
  const [mine] = await world.rows(cast.owner, 'emoji/index');
  await world.ok(cast.owner, 'im/sendMessage', {
    id: `emoji-${fresh}`,
    toContactId: group,
    type: 'emoji',
    content: '',
    file_id: mine?.['file_id'],
  });
  return { file_id: mine?.['file_id'] };
}

async function ownPack({ world, cast }: Cell): Promise<object> {
  await upload(world, cast.owner, { path: '/common/upload/uploadEmoji', file: await png(8, 8) });
  const [mine] = await world.rows(cast.owner, 'emoji/index');
  return { title: 'pack', files: [mine?.['file_id']] };
}

async function stickerInGroup(cell: Cell): Promise<object> {
  const { world, cast, fresh } = cell;
  const { file_id } = (await emojiInGroup(cell)) as { readonly file_id: number };
  const [mine] = await world.rows(cast.owner, 'emoji/packs');
  await world.ok(cast.owner, 'emoji/packSave', { id: mine?.['id'] ?? 0, title: 'pack', files: [file_id] });
  return { id: `emoji-${fresh}` };
}

/** Every call of the table at least once; a call that is missing here fails the test. */
export const SCENARIOS: readonly Scenario[] = [
  {
    path: '/common/pub/login',
    allowed: ALL,
    body: ({ cast }) => ({ account: cast.friend.account, password: PASSWORD }),
  },
  {
    path: '/common/pub/register',
    allowed: ALL,
    body: ({ fresh }) => ({ account: `new${fresh}`, realname: 'Somebody', password: PASSWORD }),
  },
  {
    path: '/common/pub/sendCode',
    allowed: ALL,
    body: ({ fresh }) => ({ account: `a${fresh}@parley.test`, type: 2 }),
  },
  {
    path: '/common/pub/sendCode',
    about: 'for another person’s password',
    allowed: NOBODY,
    body: ({ cast }) => ({ account: cast.victim.account, type: 3 }),
  },
  // Its server has no domain.
  { path: '/common/pub/askPasskey', allowed: NOBODY },
  { path: '/common/pub/beginOpenId', allowed: NOBODY, body: () => ({ provider: 'work' }) },
  { path: '/common/pub/finishOpenId', allowed: NOBODY, body: () => ({ provider: 'work' }) },
  { path: '/common/pub/checkVersion', allowed: ALL },
  // This world sends none.
  { path: '/common/push/subscribe', allowed: NOBODY },
  { path: '/common/push/decline', allowed: NOBODY, body: () => ({ cid: 'x', toContactId: '1', call: 'x' }) },
  { path: '/common/pub/getSystemInfo', allowed: ALL },
  { path: '/common/pub/offline', allowed: ALL },
  {
    path: '/common/pub/logout',
    allowed: ALL,
    ask: async ({ world, me }) => world.call(me && (await world.login(me.account)), '/common/pub/logout'),
  },
  {
    path: '/scan/g/:token',
    allowed: ALL,
    inGroup: true,
    ask: async (cell) => cell.world.call(cell.me, `/scan/g/${await codeOf(cell)}`),
  },
  {
    path: '/scan/u/:token',
    allowed: ALL,
    ask: async ({ world, me, cast }) =>
      world.call(
        me,
        `/scan/u/${tail((await world.ok(cast.owner, 'im/getUserInfo', { user_id: cast.owner.id }))['qrUrl'])}`,
      ),
  },
  own('/common/pub/bindUid', async (cell) => ({
    user_id: cell.me?.id ?? 1,
    client_id: await socketOf(cell, false),
  })),
  own(
    '/common/pub/bindUid',
    async (cell) => ({ user_id: cell.cast.victim.id, client_id: await socketOf(cell, false) }),
    NOBODY,
  ),
  inGroup('/common/pub/bindGroup', READERS, async (cell) => ({
    group_id: cell.group,
    client_id: await socketOf(cell, true),
  })),
  own(`${im}/updateUserInfo`, () => ({ realname: 'Some Name', email: '', motto: '', sex: 2 })),
  own(`${im}/setPrivacy`, () => ({ seen: 'none' })),
  own(`${im}/editAccount`, ({ fresh }) => ({ account: `b${fresh}@parley.test`, newCode: '000000' }), NOBODY),
  own(`${im}/editPassword`, () => ({ password: PASSWORD, originalPassword: PASSWORD })),
  own(`${im}/prove`, () => ({ password: PASSWORD })),
  own(`${im}/getLogins`),
  own(`${im}/getOpenIds`),
  own(`${im}/removeOpenId`, () => ({ id: 'none', password: PASSWORD }), NOBODY),
  own(`${im}/getPasskeys`),
  own(`${im}/beginPasskey`, () => ({ password: PASSWORD }), NOBODY),
  own(`${im}/addPasskey`, () => ({ passkey: '{}' }), NOBODY),
  own(`${im}/renamePasskey`, () => ({ id: 'none', name: 'Phone' }), NOBODY),
  own(`${im}/removePasskey`, () => ({ id: 'none' }), NOBODY),
  own(`${im}/getBots`),
  own(`${im}/addBot`, () => ({ name: 'Build' })),
  own(`${im}/renameBot`, () => ({ id: 1, name: 'Build' }), NOBODY),
  own(`${im}/removeBot`, () => ({ id: 1 }), NOBODY),
  inGroup(`${im}/pressButton`, NOBODY, ({ said }) => ({ id: said.id, button: 'yes' })),
  own(`${im}/setBotProgram`, () => ({ id: 1, url: '', dialect: 'markdown' }), NOBODY),
  inGroup(`${im}/botCommands`, WRITERS, ({ group }) => ({ toContactId: group })),
  inGroup(`${im}/runCommand`, WRITERS, async (cell) => ({
    toContactId: cell.group,
    bot: await botWithCommand(cell),
    name: 'deploy',
    text: '',
  })),
  own(`${im}/addToken`, () => ({ name: 'CI', right: 'read', days: 7 }), NOBODY),
  own(`${im}/removeToken`, () => ({ id: 'none' }), NOBODY),
  own(`${im}/getSecondStep`),
  own(`${im}/beginSecondStep`, () => ({ password: PASSWORD })),
  own(`${im}/confirmSecondStep`, () => ({ otp: '000000' }), NOBODY),
  own(`${im}/endSecondStep`, () => ({ password: PASSWORD, otp: '000000' }), NOBODY),
  own(`${im}/endLogin`, () => ({ id: '0'.repeat(32) }), NOBODY),
  own(`${im}/getOwnData`),
  own(`${im}/mailDigest`),
  own(`${im}/eraseAccount`, () => ({ password: 'not this one' }), NOBODY),
  own(`${im}/exportData`, () => ({ password: PASSWORD })),
  own(`${im}/getAdminNotice`),
  own(`${im}/getContacts`),
  own(`${im}/sync`),
  own(`${im}/getUserInfo`, ({ cast }) => ({ user_id: cast.owner.id })),
  own(`${im}/directory`, () => ({ keywords: '' }), NOBODY),
  own(`${im}/searchUser`, ({ cast }) => ({ keywords: cast.friend.account })),
  inGroup(`${im}/getContactInfo`, READERS, ({ group }) => ({ id: group })),
  inGroup(`${im}/setChatTop`, READERS, ({ group }) => ({ id: group, is_top: 1 })),
  inGroup(`${im}/isNotice`, READERS, ({ group }) => ({ id: group, is_notice: 0 })),
  inGroup(`${im}/archiveChat`, READERS, ({ group }) => ({ id: group, on: 1 })),
  inGroup(`${im}/markUnread`, READERS, ({ group }) => ({ id: group, on: 1 })),
  inGroup(`${im}/delChat`, READERS, ({ group }) => ({ id: group })),
  inGroup(`${im}/sendMessage`, WRITERS, ({ group, fresh }) => ({
    id: `s-${fresh}`,
    toContactId: group,
    type: 'text',
    content: 'x',
  })),
  inGroup(
    `${im}/sendMessage`,
    LEADS,
    ({ group, fresh }) => ({ id: `e-${fresh}`, toContactId: group, type: 'text', content: 'x', at: [0] }),
    { about: 'to everyone' },
  ),
  {
    path: `${im}/sendMessage`,
    about: 'to the owner alone',
    allowed: FRIENDS_OF_OWNER,
    body: ({ cast, fresh }) => ({ id: `p-${fresh}`, toContactId: cast.owner.id, type: 'text', content: 'x' }),
  },
  inGroup(`${im}/forwardMessage`, READERS, ({ said }) => ({ user_ids: [-1], msg_id: said.msg_id })),
  inGroup(`${im}/getMessageList`, READERS, ({ group }) => ({ toContactId: group })),
  inGroup(
    `${im}/getMessageList`,
    NOBODY,
    ({ cast, me }) => ({
      toContactId: me?.id === cast.owner.id ? cast.stranger.id : `${cast.owner.id}-${cast.victim.id}`,
    }),
    { about: 'of two others' },
  ),
  inGroup(`${im}/search`, READERS, ({ group }) => ({ keywords: 'victim words', toContactId: group })),
  inGroup(`${im}/search`, READERS, ({ fresh }) => ({ keywords: `words ${fresh}` }), {
    about: 'everywhere',
    mustFind: true,
  }),
  inGroup(`${im}/setMsgIsRead`, READERS, ({ group, said }) => ({
    toContactId: group,
    messages: [{ id: said.id }],
  })),
  inGroup(`${im}/readAtMsg`, READERS, ({ group }) => ({ toContactId: group })),
  inGroup(`${im}/undoMessage`, LEADS, ({ said }) => ({ id: said.id }), { about: 'another person’s' }),
  inGroup(`${im}/editMessage`, NOBODY, ({ said }) => ({ id: said.id, content: 'new' }), {
    about: 'another person’s',
  }),
  inGroup(`${im}/pinMessage`, LEADS, ({ said }) => ({ id: said.id, on: 1 })),
  inGroup(`${im}/setTimer`, LEADS, ({ group }) => ({ toContactId: group, days: 7 })),
  inGroup(`${im}/getMessagePins`, READERS, ({ group }) => ({ toContactId: group })),
  inGroup(`${im}/react`, WRITERS, ({ said }) => ({ id: said.id, emoji: '👍', on: 1 })),
  inGroup(`${im}/locateMessage`, READERS, ({ said }) => ({ msg_id: said.msg_id })),
  inGroup(`${im}/getThread`, READERS, ({ said, group }) => ({ toContactId: group, root: said.n })),
  inGroup(`${im}/followThread`, READERS, ({ said, group }) => ({ toContactId: group, root: said.n, on: 1 })),
  inGroup(`${im}/reactions`, READERS, ({ said }) => ({ id: said.id })),
  inGroup(`${im}/readBy`, WRITERS, async ({ world, me, group, fresh }) => {
    await world.send(me, group, 'x', { id: `r-${fresh}` });
    return { id: `r-${fresh}` };
  }),
  inGroup(`${im}/vote`, READERS, async (given) => ({ id: await requestAnswer(given), options: [0] })),
  inGroup(`${im}/closePoll`, LEADS, async (given) => ({ id: await requestAnswer(given) })),
  inGroup(`${im}/voters`, READERS, async (given) => ({ id: await requestAnswer(given), option: 0 })),
  inGroup(`${im}/scheduleMessage`, WRITERS, ({ world, group, fresh }) => ({
    id: `l-${fresh}`,
    toContactId: group,
    content: 'later',
    sendTime: world.clock.nowMs() + 600_000,
  })),
  ...['changeScheduled', 'sendScheduled', 'discardScheduled'].map((call) =>
    inGroup(
      `${im}/${call}`,
      NOBODY,
      async ({ world, cast, group, fresh }) => {
        await world.ok(cast.victim, 'im/scheduleMessage', {
          id: `l-${fresh}`,
          toContactId: group,
          content: 'later',
          sendTime: world.clock.nowMs() + 600_000,
        });
        return { id: `l-${fresh}`, content: 'other' };
      },
      { about: 'another person’s' },
    ),
  ),
  inGroup(`${im}/setReminder`, READERS, ({ world, said }) => ({
    id: said.id,
    remindTime: world.clock.nowMs() + 600_000,
  })),
  { path: `${im}/getLater`, allowed: SIGNED_IN },
  own(`${im}/getInbox`),
  own(`${im}/inboxDone`, () => ({ list: [], on: 1 })),
  own(`${im}/keep`, () => ({ name: 'draft 1', op: 'o', value: { text: 'x', at: [], quote: null } })),
  own(`${im}/getKept`),
  inGroup(`${im}/removePreview`, NOBODY, ({ said }) => ({ id: said.id }), { about: 'another person’s' }),
  inGroup(`${im}/delMessage`, NOBODY, ({ said }) => ({ id: said.id }), { about: 'another person’s' }),
  inGroup(`${im}/updateCard`, NOBODY, async ({ world, cast, group, fresh }) => {
    await world.ok(cast.victim, 'im/sendMessage', {
      id: `c-${fresh}`,
      toContactId: group,
      type: 'contact',
      content: 'card',
      extends: { id: cast.owner.id },
    });
    return { id: `c-${fresh}`, extends: { id: cast.friend.id } };
  }),
  inGroup(`${im}/joinGroupCall`, READERS, () => ({}), {
    ask: (cell) =>
      cell.me ? joinCall(cell, cell.me) : cell.world.call(null, `${im}/joinGroupCall`, { toContactId: 1 }),
  }),
  inGroup(`${im}/leaveGroupCall`, READERS, ownDevice),
  inGroup(`${im}/raiseHand`, READERS, ownDevice),
  inGroup(`${im}/signalGroupCall`, READERS, (cell) => signalTo(cell, cell.cast.victim, 'offer')),
  inGroup(`${im}/signalGroupCall`, LEADS, (cell) => signalTo(cell, cell.cast.victim, 'muteRequest'), {
    about: 'that asks to mute',
  }),
  {
    path: `${im}/connectGroupCall`,
    about: 'of a call that has no unit',
    allowed: NOBODY,
    body: async (cell) => {
      const { call, device, toContactId } = (await signalTo(cell, cell.cast.victim, 'offer')) as Record<
        string,
        string
      >;
      return { toContactId, call, device, unit: 'u', kind: 'sound', offer: 'v=0' };
    },
  },
  inGroup(`${im}/removeFromGroupCall`, LEADS, async (cell) => {
    await joinCall(cell, cell.cast.victim);
    return { toContactId: cell.group, user_id: cell.cast.victim.id };
  }),
  {
    path: `${im}/sendToMsg`,
    allowed: FRIENDS_OF_OWNER,
    body: ({ cast, fresh }) => ({ id: `v-${fresh}`, toContactId: cast.owner.id, type: 0, event: 'calling' }),
  },
  {
    path: `${im}/sendToMsg`,
    about: 'hanging up for two others',
    allowed: NOBODY,
    body: async ({ world, cast, fresh }) => {
      await world.ok(cast.victim, 'im/sendToMsg', {
        id: `h-${fresh}`,
        toContactId: cast.friend.id,
        type: 0,
        event: 'calling',
      });
      return { id: `h-${fresh}`, toContactId: cast.victim.id, event: 'hangup' };
    },
  },
  {
    path: '/common/upload/uploadFile',
    allowed: WRITERS,
    inGroup: true,
    ask: async ({ world, me, group }) =>
      upload(world, me, {
        file: await png(8, 8),
        fields: { message: JSON.stringify(fileMessage(group, 'image')) },
      }),
  },
  {
    path: '/common/upload/uploadAvatar',
    allowed: SIGNED_IN,
    ask: async ({ world, me }) =>
      upload(world, me, { file: await png(8, 8), path: '/common/upload/uploadAvatar' }),
  },
  {
    path: '/common/upload/uploadEmoji',
    allowed: SIGNED_IN,
    ask: async ({ world, me }) =>
      upload(world, me, { file: await png(8, 8), path: '/common/upload/uploadEmoji' }),
  },
  inGroup('/common/upload/renew', READERS, async ({ world, cast, group }) => ({
    src: (await sendFile(world, cast.victim, group, await png(8, 8), 'image')).content,
  })),
  own('/enterprise/files/index'),
  own('/enterprise/files/quota'),
  own('/enterprise/files/index', () => ({ is_all: 1 }), '.......x'),
  own('/enterprise/emoji/index'),
  inGroup('/enterprise/emoji/add', READERS, emojiInGroup),
  own('/enterprise/emoji/del', () => ({ ids: [1_000_000] })),
  own('/enterprise/emoji/move', () => ({ ids: [1_000_000] })),
  own('/enterprise/emoji/server'),
  own('/enterprise/emoji/packs'),
  own('/enterprise/emoji/packRemove', () => ({ id: 1_000_000 })),
  own('/enterprise/emoji/packSave', ownPack, OWNER),
  inGroup('/enterprise/emoji/packOf', READERS, stickerInGroup),
  inGroup('/enterprise/emoji/packAdd', READERS, stickerInGroup),
  own('/enterprise/friend/index'),
  own('/enterprise/friend/getApplyMsg'),
  own('/enterprise/friend/add', ({ cast }) => ({ user_id: cast.owner.id, remark: 'hello' }), '.x.....x'),
  own('/enterprise/friend/update', async (cell) => ({ friend_id: await applied(cell), status: 1 }), OWNER),
  own('/enterprise/friend/withdraw', async (cell) => ({ friend_id: await applied(cell) }), NOBODY),
  own(
    '/enterprise/friend/withdraw',
    async ({ world, cast, fresh }) => {
      const request = await world.person(`asked${fresh}`);
      const body = { user_id: request.id, remark: 'hello' };
      return { friend_id: (await world.ok(cast.owner, 'friend/add', body)).friend_id };
    },
    OWNER,
  ),
  own(
    '/enterprise/friend/setNickname',
    async ({ world, cast }) => ({
      friend_id: (await world.ok(cast.owner, 'im/getUserInfo', { user_id: cast.victim.id })).friend.friend_id,
      nickname: 'name',
    }),
    OWNER,
  ),
  own(`${ofGroup}/add`, ({ cast }) => ({ user_ids: [cast.friend.id] })),
  inGroup(`${ofGroup}/groupInfo`, READERS, ({ group }) => ({ group_id: group })),
  inGroup(
    `${ofGroup}/groupInfo`,
    READERS,
    ({ group, cast }) => ({ group_id: group, inviteUid: String(cast.owner.id) }),
    { about: 'with the number of the owner, a friend' },
  ),
  inGroup(
    `${ofGroup}/groupInfo`,
    '.x.xxxxx',
    async (cell) => ({ group_id: cell.group, token: await codeOf(cell) }),
    { about: 'with a code' },
  ),
  inGroup(`${ofGroup}/groupUserList`, READERS, ({ group }) => ({ group_id: group })),
  inGroup(`${ofGroup}/getAllUser`, READERS, ({ group }) => ({ group_id: group })),
  inGroup(`${ofGroup}/addGroupUser`, READERS, ({ group, cast }) => ({
    id: group,
    user_ids: [cast.friend.id],
  })),
  inGroup(`${ofGroup}/removeUser`, LEADS, ({ group, cast }) => ({ id: group, user_id: cast.victim.id })),
  inGroup(`${ofGroup}/removeUser`, NOBODY, ({ group, cast }) => ({ id: group, user_id: cast.owner.id }), {
    about: 'the owner',
  }),
  inGroup(`${ofGroup}/removeUser`, '...xxx..', ({ group, me }) => ({ id: group, user_id: me?.id ?? 1 }), {
    about: 'oneself',
  }),
  inGroup(`${ofGroup}/removeGroup`, OWNER, ({ group }) => ({ id: group })),
  inGroup(`${ofGroup}/editGroupName`, LEADS, ({ group }) => ({ id: group, displayName: 'Name' })),
  // Members have nothing to join, and the former member was removed.
  inGroup(`${ofGroup}/joinGroup`, '.x.....x', async (cell) => ({
    group_id: cell.group,
    token: await codeOf(cell),
  })),
  inGroup(
    `${ofGroup}/joinGroup`,
    '.x.....x',
    async (cell) => (
      await cell.world.call(cell.me, `/scan/g/${await codeOf(cell)}`),
      { group_id: cell.group }
    ),
    { about: 'after showing a code' },
  ),
  inGroup(
    `${ofGroup}/joinGroup`,
    NOBODY,
    ({ group, cast }) => ({ group_id: group, inviteUid: String(cast.friend.id) }),
    { about: 'with the number of a friend' },
  ),
  inGroup(
    `${ofGroup}/joinGroup`,
    NOBODY,
    ({ group, cast }) => ({ group_id: group, inviteUid: cast.victim.id, token: 'x' }),
    { about: 'without a code' },
  ),
  inGroup(`${ofGroup}/addGroupLink`, LEADS, ({ group }) => ({ id: group, for: 3_600 })),
  inGroup(`${ofGroup}/groupLinks`, LEADS, ({ group }) => ({ id: group })),
  inGroup(`${ofGroup}/endGroupLink`, LEADS, async ({ world, group, cast }) => {
    const made = await world.ok(cast.owner, 'group/addGroupLink', { id: group, for: 0 });
    return { id: group, link: made['link'] };
  }),
  inGroup(`${ofGroup}/hooks`, LEADS, ({ group }) => ({ id: group })),
  inGroup(`${ofGroup}/addHook`, LEADS, ({ group }) => ({ id: group, name: 'CI', dialect: 'mrkdwn' })),
  ...(['editHook', 'renewHook', 'removeHook'] as const).map((name) =>
    inGroup(`${ofGroup}/${name}`, LEADS, async ({ world, group, cast }) => {
      const body = { id: group, name: 'CI', dialect: 'markdown' };
      const { hook } = await world.ok<{ hook: number }>(cast.owner, 'group/addHook', body);
      return { ...body, hook };
    }),
  ),
  inGroup(`${ofGroup}/outgoing`, LEADS, ({ group }) => ({ id: group })),
  inGroup(`${ofGroup}/addOutgoing`, LEADS, ({ group }) => outgoing(group)),
  ...(['editOutgoing', 'removeOutgoing', 'deliveries'] as const).map((name) =>
    inGroup(`${ofGroup}/${name}`, LEADS, async ({ world, group, cast }) => {
      const { hook } = await world.ok<{ hook: number }>(cast.owner, 'group/addOutgoing', outgoing(group));
      return { ...outgoing(group), hook };
    }),
  ),
  inGroup(`${ofGroup}/repeatDelivery`, LEADS, async ({ world, group, cast }) => {
    const { hook } = await world.ok<{ hook: number }>(cast.owner, 'group/addOutgoing', outgoing(group));
    const { seq } = await world.say(cast.owner, group, 'an event');
    return { id: group, hook, seq };
  }),
  inGroup(`${ofGroup}/groupLines`, READERS, ({ group }) => ({ id: group, from: 0, to: 9 })),
  inGroup(`${ofGroup}/groupRequests`, LEADS, ({ group }) => ({ id: group })),
  inGroup(`${ofGroup}/answerGroupRequest`, LEADS, async ({ world, group, cast }) => {
    const { url } = await world.ok(cast.owner, 'group/addGroupLink', { id: group, for: 0, asks: 1 });
    const token = String(url).slice(String(url).lastIndexOf('/') + 1);
    await world.ok(cast.friend, 'group/joinGroup', { group_id: group, token, ask: 1 });
    return { id: group, user_id: cast.friend.id, accept: 1 };
  }),
  inGroup(`${ofGroup}/setNotice`, LEADS, ({ group }) => ({ id: group, notice: 'notice' })),
  inGroup(`${ofGroup}/groupSetting`, LEADS, ({ group }) => ({ id: group, setting: { profile: 1 } })),
  inGroup(`${ofGroup}/setManager`, OWNER, ({ group, cast }) => ({
    id: group,
    user_id: cast.victim.id,
    role: 2,
  })),
  inGroup(`${ofGroup}/setNoSpeak`, LEADS, ({ group, cast }) => ({
    id: group,
    user_id: cast.victim.id,
    noSpeakTimer: 1,
  })),
  inGroup(
    `${ofGroup}/setNoSpeak`,
    NOBODY,
    ({ group, cast }) => ({ id: group, user_id: cast.owner.id, noSpeakTimer: 1 }),
    { about: 'the owner' },
  ),
  inGroup(`${ofGroup}/changeOwner`, OWNER, ({ group, cast }) => ({ id: group, user_id: cast.victim.id })),
  inGroup(`${ofGroup}/clearMessage`, '......xx', ({ group }) => ({ id: group })),
  own('/enterprise/moments/list'),
  own('/enterprise/moments/list', ({ cast }) => ({ user_id: cast.owner.id }), '..xxxxx.'),
  own('/enterprise/moments/news'),
  own('/enterprise/moments/add', () => ({ content: 'x' })),
  own('/enterprise/moments/like', async (cell) => ({ id: await moment(cell) }), '..xxxxx.'),
  own('/enterprise/moments/comment', async (cell) => ({ id: await moment(cell), content: 'x' }), '..xxxxx.'),
  own('/enterprise/moments/del', async (cell) => ({ id: await moment(cell) }), '......xx'),
  own(
    '/enterprise/moments/delComment',
    async (cell) => ({
      id: Number(
        (await cell.world.ok(cell.cast.victim, 'moments/comment', { id: await moment(cell), content: 'x' }))
          .id,
      ),
    }),
    OWNER,
  ),
  own(`${im}/blockPerson`, ({ cast }) => ({ id: cast.victim.id, on: 0 })),
  own(`${im}/blockedPeople`),
  own(`${im}/report`, ({ cast }) => ({ kind: 'person', id: cast.victim.id, reason: 'spam' })),
  // Runs last, because it ends friendships that the others need.
  own('/enterprise/friend/del', ({ cast }) => ({ id: cast.owner.id }), FRIENDS_OF_OWNER),
];
