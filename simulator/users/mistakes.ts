import { textLimits } from '../../src/domain/limits.ts';
import { FINE } from '../environment/surroundings.ts';
import { PUB, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall, upload } from './group-acts.ts';
import { pickFrom, groupOf, pickMessage } from './subject.ts';

type Body = Readonly<Record<string, unknown>>;
type Mistake = (context: ActContext) => readonly [path: string, body: Body | readonly Body[] | null];

export const im = (call: string): string => `/enterprise/im/${call}`;
export const group = (call: string): string => `/enterprise/group/${call}`;
const friend = (call: string): string => `/enterprise/friend/${call}`;
const pub = (call: string): string => `/common/pub/${call}`;
const here = (context: ActContext): string => groupOf(context) ?? context.chat?.id ?? '-1';
const LONG_NAME = 'x'.repeat(textLimits.nicknameMax + 1);
const strangers = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => 900_000 + at);
const item = (context: ActContext, more: Body): Body => ({
  id: `x${context.number}.${context.step.b}`,
  toContactId: context.chat?.id ?? '-1',
  type: 'text',
  content: 'x',
  ...more,
});
const fresh = (context: ActContext, more: Body): readonly [string, Body] => [
  pub('register'),
  { account: `late${context.number}`, realname: `Late ${context.number}`, password: 'secret-7', ...more },
];

/** Requests that no screen makes, with a valid token: each must be refused without changes. */
const WRONG: readonly Mistake[] = [
  () => [im('setChatTop'), { id: '', is_top: 1 }],
  () => [im('setChatTop'), null],
  () => [im('nothing'), {}],
  () => [im('getMessageList'), { toContactId: 'nobody' }],
  (context) => [im('sendMessage'), item(context, { type: 'voice' })],
  (context) => [im('sendMessage'), item(context, { type: 'event' })],
  (context) => [im('sendMessage'), item(context, { type: 'image' })],
  (context) => [im('sendMessage'), item(context, { content: ' ' })],
  (context) => [im('sendMessage'), item(context, { content: 'x'.repeat(2_100) })],
  (context) => [im('sendMessage'), item(context, { content: '<b>x</b>'.repeat(410) })],
  (context) => [im('sendMessage'), item(context, { type: 'location', extends: {} })],
  (context) => [im('sendMessage'), Array.from({ length: 51 }, () => item(context, {}))],
  (context) => [
    im('sendMessage'),
    Array.from({ length: 50 }, (_, at) => item(context, { id: `w${at}`, content: '<i>'.repeat(1_900) })),
  ],
  // The number of their message, for another one.
  (context) => [
    im('sendMessage'),
    item(context, {
      id: pickMessage(context, (one) => one.from.id === context.person.id)?.id ?? `x${context.number}`,
      content: 'another',
    }),
  ],
  (context) => [im('sendMessage'), item(context, { toContactId: '900001' })],
  (context) => [im('sendMessage'), item(context, { toContactId: String(context.person.id) })],
  (context) => [im('forwardMessage'), { user_ids: [], msg_id: pickMessage(context)?.msgId ?? 1 }],
  (context) => [
    im('forwardMessage'),
    { user_ids: [here(context)], msg_id: pickMessage(context, (one) => one.type === 'event')?.msgId ?? 1 },
  ],
  () => [im('undoMessage'), { id: 'no-such-message' }],
  () => [im('updateCard'), { id: 'x', extends: {} }],
  () => [im('getUserInfo'), { user_id: 900_001 }],
  (context) => [im('updateUserInfo'), { realname: LONG_NAME, email: '', motto: '', sex: context.step.a % 3 }],
  () => [im('updateUserInfo'), { realname: '', email: '' }],
  (context) => [im('updateUserInfo'), { realname: `Name ${context.person.index + 1}`, email: 'no address' }],
  (context) => [
    im('updateUserInfo'),
    { realname: `Name ${context.person.index + 1}`, motto: 'x'.repeat(300) },
  ],
  () => [im('editPassword'), { password: 'secret-5' }],
  () => [im('editPassword'), { password: 'x', originalPassword: 'x' }],
  () => [im('editPassword'), { password: 'secret-5', originalPassword: 'secret-wrong' }],
  () => [im('editAccount'), { account: 'nobody' }],
  () => [im('editAccount'), { account: `${'x'.repeat(40)}@parley.test` }],
  () => [im('editAccount'), { account: 'fresh@parley.test' }],
  (context) => [
    im('sendToMsg'),
    { id: `c${context.number}`, toContactId: String(context.someone), event: 'acceptRtc' },
  ],
  (context) => [
    im('sendToMsg'),
    {
      id: pickMessage(context, (one) => one.type === 'webrtc')?.id ?? 'c',
      toContactId: String(context.someone),
      event: 'acceptRtc',
    },
  ],
  (context) => [friend('add'), { user_id: context.person.id, remark: 'me' }],
  () => [friend('add'), { user_id: 900_001, remark: 'you' }],
  (context) => [friend('add'), { user_id: context.someone, remark: '' }],
  (context) => [friend('add'), { user_id: context.someone, remark: 'again' }],
  () => [friend('update'), { friend_id: 900_001, status: 1 }],
  () => [friend('setNickname'), { friend_id: 900_001, nickname: 'x' }],
  () => [friend('setNickname'), { friend_id: 900_001, nickname: '' }],
  () => [friend('setNickname'), { friend_id: 900_001, nickname: LONG_NAME }],
  () => [friend('del'), { id: 900_001 }],
  () => [group('add'), { user_ids: [], name: 'Nobody' }],
  (context) => [group('add'), { user_ids: [context.someone], name: 'x'.repeat(textLimits.groupNameMax + 1) }],
  () => [group('add'), { user_ids: strangers(2), name: 'Strangers' }],
  () => [group('add'), { user_ids: strangers(210), name: 'Too many' }],
  (context) => [group('addGroupUser'), { id: here(context), user_ids: strangers(21) }],
  (context) => [group('addGroupUser'), { id: here(context), user_ids: strangers(1) }],
  (context) => [group('editGroupName'), { id: here(context), displayName: '' }],
  (context) => [group('setNotice'), { id: here(context), notice: '' }],
  (context) => [group('changeOwner'), { id: here(context), user_id: context.person.id }],
  (context) => [group('joinGroup'), { group_id: here(context) }],
  () => [group('joinGroup'), { group_id: 'group-900001', token: '1-2-3-dead' }],
  () => [group('groupInfo'), { group_id: 'group-900001' }],
  () => [pub('bindGroup'), { client_id: 'nowhere', group_id: '1' }],
  (context) => [
    pub('bindGroup'),
    { client_id: context.tab.state().clientId ?? 'nowhere', group_id: here(context) },
  ],
  (context) => [pub('bindGroup'), { client_id: 'nowhere', group_id: here(context) }],
  (context) => [pub('bindUid'), { client_id: 'nowhere', user_id: context.person.id }],
  (context) => [pub('bindUid'), { client_id: 'nowhere', user_id: context.someone }],
  (context) => [pub('bindUid'), { client_id: otherSocket(context), user_id: context.person.id }],
  (context) => [
    pub('bindUid'),
    { client_id: context.tab.state().clientId ?? 'nowhere', user_id: context.person.id },
  ],
  () => [pub('offline'), {}],
  () => [pub('getSystemInfo'), {}],
  (context) => [im('readAtMsg'), { toContactId: here(context) }],
  (context) => [
    im('setMsgIsRead'),
    { toContactId: context.chat?.id ?? '-1', messages: [{ msg_id: pickMessage(context)?.msgId ?? 1 }] },
  ],
  () => ['/enterprise/moments/add', { content: '', file_ids: [] }],
  () => ['/enterprise/moments/add', { content: 'x', file_ids: strangers(10) }],
  () => ['/enterprise/moments/like', { id: 900_001 }],
  () => ['/enterprise/emoji/add', { file_id: 900_001 }],
  () => ['/common/upload/renew', { src: '/files/no-such-file' }],
  () => ['/common/push/subscribe', {}],
  (context) => fresh(context, { account: 'x' }),
  (context) => fresh(context, { account: 'a b c d' }),
  (context) => fresh(context, { realname: '' }),
  (context) => fresh(context, { realname: LONG_NAME }),
  (context) => fresh(context, { password: '' }),
  (context) => fresh(context, { password: 'x' }),
  (context) => fresh(context, { password: 'password' }),
  (context) => fresh(context, { repass: 'another' }),
  (context) => fresh(context, { account: context.person.account }),
  (context) => fresh(context, { inviteCode: 'AAAAAAAA' }),
  () => [pub('login'), {}],
  (context) => [pub('login'), { account: context.person.account }],
  (context) => [pub('login'), { account: context.person.account, password: 'secret-wrong' }],
  () => [pub('sendCode'), { account: 'nobody' }],
  () => [pub('sendCode'), { account: '13800000000', type: 1 }],
  () => [pub('sendCode'), { account: 'other@parley.test', type: 3 }],
];

/** The socket of another user, which must stay theirs. */
const otherSocket = ({ world, person }: ActContext): string =>
  world.people
    .filter((one) => one !== person)
    .flatMap((one) => one.devices.flatMap((device) => device.tabs))
    .find((tab) => tab.state().clientId)
    ?.state().clientId ?? 'nowhere';

const send = ({ device }: ActContext, path: string, body: unknown, token = ''): Promise<unknown> =>
  device.link.send({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
    timeoutMs: 10_000,
  });

const SLOW_MS = 300;

/** More than each node takes of one person at once, while the database is slow. */
async function manyAtOnce(context: ActContext): Promise<void> {
  const { weather } = context.world;
  if (weather.storeMs === SLOW_MS) return;
  weather.storeMs = SLOW_MS;
  await Promise.all(Array.from({ length: 30 }, (_, at) => upload(context, `paper-${at}.pdf`, 100)));
  // A change made in the meantime stays.
  if (weather.storeMs === SLOW_MS) weather.storeMs = FINE.storeMs;
}

const acts: Acts<'mistakes'> = {
  wrongCall: async (context) => {
    // Several, each with its own place in the list.
    for (let at = 0; at < 4; at += 1) {
      const [path, body] = pickFrom(WRONG, context.step.a + at * 23)?.(context) ?? ['', {}];
      await (body === null ? postCall(context, path, '{' as never) : postCall(context, path, body));
    }
  },
  wrongForm: async (context) => {
    const { step, device } = context;
    if (step.b % 5 === 0) await manyAtOnce(context);
    else if (step.b % 5 === 1) await upload(context, '', -1);
    else if (step.b % 5 === 2) await upload(context, 'paper-1.pdf', 60_000_000);
    else if (step.b % 5 === 3) await upload(context, 'paper-1.pdf', 3_000_000, '/common/upload/uploadEmoji');
    else await send(context, '/common/upload/uploadFile', {}, device.disk.token() ?? '');
  },
  // Their own call stays unanswered.
  wrongRing: async (context) => {
    const call = { id: `own-${context.number}`, toContactId: String(context.someone) };
    for (const event of ['calling', 'acceptRtc', 'offer', 'hangup'])
      await postCall(context, im('sendToMsg'), { ...call, event });
  },
  strangerCall: (context) =>
    send(
      context,
      pickFrom(
        [im('getContacts'), im('sync'), group('groupInfo'), '/enterprise/moments/list'],
        context.step.b,
      ) ?? '',
      {},
    ),
  deadToken: (context) => send(context, im('getContacts'), {}, `bearer ${'0'.repeat(64)}`),
  hurry: async (context) => {
    // More than is allowed in a day, where that is little.
    if ((context.world.environment.settings.quota?.messages ?? Infinity) < 1_000)
      for (const array of [0, 1, 2])
        await postCall(
          context,
          im('sendMessage'),
          Array.from({ length: 50 }, (_, at) => item(context, { id: `h${context.number}.${array}.${at}` })),
        );
    for (let at = 0; at < 122 * context.world.nodes.length; at += 1)
      await postCall(context, im('searchUser'), { keywords: '' });
  },
};

/** Requests that our screens never send, and other clients may. */
export const mistakes: UserSubject<'mistakes'> = {
  acts,
  coverage: {
    calls: under(PUB, 'bindUid offline'),
    refusals: `badBody badField noField pathUnknown tooLarge tooOften needAccount accountLength accountShape
      needNickname nicknameLength needPassword passwordLength passwordCommon passwordMismatch email
      tooLong loginWrong mailOff smsOff ownAccountOnly needOldPassword notOwnSocket socketGone
      uploadsOff uploadsMany badForm fileMissing fileLarge fileUnknown notSelf needVerification
      needRemark applicationUnknown typeUnknown needsUpload emptyMessage messageLong markupHeavy
      badExtends idTaken arrayLarge forwardCount forwardKind pushOff callUnknown momentUnknown
      momentPictures groupUnknown groupNameLength inviteMany needNotice quotaMessages`,
    settings: 'QUOTA_MESSAGES',
  },
};
