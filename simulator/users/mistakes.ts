import { textLimits } from '../../src/domain/limits.ts';
import { FINE } from '../gear/surroundings.ts';
import { PUB, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall, upload } from './group-acts.ts';
import { pickFrom, groupOf, pickMessage } from './subject.ts';

type Body = Readonly<Record<string, unknown>>;
type Mistake = (hand: ActContext) => readonly [path: string, body: Body | readonly Body[] | null];

const im = (call: string): string => `/enterprise/im/${call}`;
const group = (call: string): string => `/enterprise/group/${call}`;
const friend = (call: string): string => `/enterprise/friend/${call}`;
const pub = (call: string): string => `/common/pub/${call}`;
const here = (hand: ActContext): string => groupOf(hand) ?? hand.chat?.id ?? '-1';
const LONG_NAME = 'x'.repeat(textLimits.nicknameMax + 1);
const strangers = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => 900_000 + at);
const item = (hand: ActContext, more: Body): Body => ({
  id: `x${hand.number}.${hand.step.b}`,
  toContactId: hand.chat?.id ?? '-1',
  type: 'text',
  content: 'x',
  ...more,
});
const fresh = (hand: ActContext, more: Body): readonly [string, Body] => [
  pub('register'),
  { account: `late${hand.number}`, realname: `Late ${hand.number}`, password: 'secret-7', ...more },
];

/** Requests that no screen makes, with a valid token: each must be refused without changes. */
const WRONG: readonly Mistake[] = [
  () => [im('setChatTop'), { id: '', is_top: 1 }],
  () => [im('setChatTop'), null],
  () => [im('nothing'), {}],
  () => [im('getMessageList'), { toContactId: 'nobody' }],
  (hand) => [im('sendMessage'), item(hand, { type: 'voice' })],
  (hand) => [im('sendMessage'), item(hand, { type: 'event' })],
  (hand) => [im('sendMessage'), item(hand, { type: 'image' })],
  (hand) => [im('sendMessage'), item(hand, { content: ' ' })],
  (hand) => [im('sendMessage'), item(hand, { content: 'x'.repeat(2_100) })],
  (hand) => [im('sendMessage'), item(hand, { content: '<b>x</b>'.repeat(410) })],
  (hand) => [im('sendMessage'), item(hand, { type: 'location', extends: {} })],
  (hand) => [im('sendMessage'), Array.from({ length: 51 }, () => item(hand, {}))],
  (hand) => [
    im('sendMessage'),
    Array.from({ length: 50 }, (_, at) => item(hand, { id: `w${at}`, content: '<i>'.repeat(1_900) })),
  ],
  // The number of their message, for another one.
  (hand) => [
    im('sendMessage'),
    item(hand, {
      id: pickMessage(hand, (one) => one.from.id === hand.person.id)?.id ?? `x${hand.number}`,
      content: 'another',
    }),
  ],
  (hand) => [im('sendMessage'), item(hand, { toContactId: '900001' })],
  (hand) => [im('sendMessage'), item(hand, { toContactId: String(hand.person.id) })],
  (hand) => [im('forwardMessage'), { user_ids: [], msg_id: pickMessage(hand)?.msgId ?? 1 }],
  (hand) => [
    im('forwardMessage'),
    { user_ids: [here(hand)], msg_id: pickMessage(hand, (one) => one.type === 'event')?.msgId ?? 1 },
  ],
  () => [im('undoMessage'), { id: 'no-such-message' }],
  () => [im('updateCard'), { id: 'x', extends: {} }],
  () => [im('getUserInfo'), { user_id: 900_001 }],
  (hand) => [im('updateUserInfo'), { realname: LONG_NAME, email: '', motto: '', sex: hand.step.a % 3 }],
  () => [im('updateUserInfo'), { realname: '', email: '' }],
  (hand) => [im('updateUserInfo'), { realname: `Name ${hand.person.index + 1}`, email: 'no address' }],
  (hand) => [im('updateUserInfo'), { realname: `Name ${hand.person.index + 1}`, motto: 'x'.repeat(300) }],
  () => [im('editPassword'), { password: 'secret-5' }],
  () => [im('editPassword'), { password: 'x', originalPassword: 'x' }],
  () => [im('editPassword'), { password: 'secret-5', originalPassword: 'secret-wrong' }],
  () => [im('editAccount'), { account: 'nobody' }],
  () => [im('editAccount'), { account: `${'x'.repeat(40)}@parley.test` }],
  () => [im('editAccount'), { account: 'fresh@parley.test' }],
  (hand) => [
    im('sendToMsg'),
    { id: `c${hand.number}`, toContactId: String(hand.someone), event: 'acceptRtc' },
  ],
  (hand) => [
    im('sendToMsg'),
    {
      id: pickMessage(hand, (one) => one.type === 'webrtc')?.id ?? 'c',
      toContactId: String(hand.someone),
      event: 'acceptRtc',
    },
  ],
  (hand) => [friend('add'), { user_id: hand.person.id, remark: 'me' }],
  () => [friend('add'), { user_id: 900_001, remark: 'you' }],
  (hand) => [friend('add'), { user_id: hand.someone, remark: '' }],
  (hand) => [friend('add'), { user_id: hand.someone, remark: 'again' }],
  () => [friend('update'), { friend_id: 900_001, status: 1 }],
  () => [friend('setNickname'), { friend_id: 900_001, nickname: 'x' }],
  () => [friend('setNickname'), { friend_id: 900_001, nickname: '' }],
  () => [friend('setNickname'), { friend_id: 900_001, nickname: LONG_NAME }],
  () => [friend('del'), { id: 900_001 }],
  () => [group('add'), { user_ids: [], name: 'Nobody' }],
  (hand) => [group('add'), { user_ids: [hand.someone], name: 'x'.repeat(textLimits.groupNameMax + 1) }],
  () => [group('add'), { user_ids: strangers(2), name: 'Strangers' }],
  () => [group('add'), { user_ids: strangers(210), name: 'Too many' }],
  (hand) => [group('addGroupUser'), { id: here(hand), user_ids: strangers(21) }],
  (hand) => [group('addGroupUser'), { id: here(hand), user_ids: strangers(1) }],
  (hand) => [group('editGroupName'), { id: here(hand), displayName: '' }],
  (hand) => [group('setNotice'), { id: here(hand), notice: '' }],
  (hand) => [group('changeOwner'), { id: here(hand), user_id: hand.person.id }],
  (hand) => [group('joinGroup'), { group_id: here(hand) }],
  () => [group('joinGroup'), { group_id: 'group-900001', token: '1-2-3-dead' }],
  () => [group('groupInfo'), { group_id: 'group-900001' }],
  () => [pub('bindGroup'), { client_id: 'nowhere', group_id: '1' }],
  (hand) => [pub('bindGroup'), { client_id: hand.tab.state().clientId ?? 'nowhere', group_id: here(hand) }],
  (hand) => [pub('bindGroup'), { client_id: 'nowhere', group_id: here(hand) }],
  (hand) => [pub('bindUid'), { client_id: 'nowhere', user_id: hand.person.id }],
  (hand) => [pub('bindUid'), { client_id: 'nowhere', user_id: hand.someone }],
  (hand) => [pub('bindUid'), { client_id: otherSocket(hand), user_id: hand.person.id }],
  (hand) => [pub('bindUid'), { client_id: hand.tab.state().clientId ?? 'nowhere', user_id: hand.person.id }],
  () => [pub('offline'), {}],
  () => [pub('getSystemInfo'), {}],
  (hand) => [im('readAtMsg'), { toContactId: here(hand) }],
  (hand) => [
    im('setMsgIsRead'),
    { toContactId: hand.chat?.id ?? '-1', messages: [{ msg_id: pickMessage(hand)?.msgId ?? 1 }] },
  ],
  () => ['/enterprise/moments/add', { content: '', file_ids: [] }],
  () => ['/enterprise/moments/add', { content: 'x', file_ids: strangers(10) }],
  () => ['/enterprise/moments/like', { id: 900_001 }],
  () => ['/enterprise/emoji/add', { file_id: 900_001 }],
  () => ['/common/upload/renew', { src: '/files/no-such-file' }],
  () => ['/common/push/subscribe', {}],
  (hand) => fresh(hand, { account: 'x' }),
  (hand) => fresh(hand, { account: 'a b c d' }),
  (hand) => fresh(hand, { realname: '' }),
  (hand) => fresh(hand, { realname: LONG_NAME }),
  (hand) => fresh(hand, { password: '' }),
  (hand) => fresh(hand, { password: 'x' }),
  (hand) => fresh(hand, { password: 'password' }),
  (hand) => fresh(hand, { repass: 'another' }),
  (hand) => fresh(hand, { account: hand.person.account }),
  (hand) => fresh(hand, { inviteCode: 'AAAAAAAA' }),
  () => [pub('login'), {}],
  (hand) => [pub('login'), { account: hand.person.account }],
  (hand) => [pub('login'), { account: hand.person.account, password: 'secret-wrong' }],
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
async function manyAtOnce(hand: ActContext): Promise<void> {
  const { weather } = hand.world;
  if (weather.storeMs === SLOW_MS) return;
  weather.storeMs = SLOW_MS;
  await Promise.all(Array.from({ length: 30 }, (_, at) => upload(hand, `paper-${at}.pdf`, 100)));
  // A change made in the meantime stays.
  if (weather.storeMs === SLOW_MS) weather.storeMs = FINE.storeMs;
}

const acts: Acts<'mistakes'> = {
  wrongCall: async (hand) => {
    // Several, each with its own place in the list.
    for (let at = 0; at < 4; at += 1) {
      const [path, body] = pickFrom(WRONG, hand.step.a + at * 23)?.(hand) ?? ['', {}];
      await (body === null ? postCall(hand, path, '{' as never) : postCall(hand, path, body));
    }
  },
  wrongForm: async (hand) => {
    const { step, device } = hand;
    if (step.b % 5 === 0) await manyAtOnce(hand);
    else if (step.b % 5 === 1) await upload(hand, '', -1);
    else if (step.b % 5 === 2) await upload(hand, 'paper-1.pdf', 60_000_000);
    else if (step.b % 5 === 3) await upload(hand, 'paper-1.pdf', 3_000_000, '/common/upload/uploadEmoji');
    else await send(hand, '/common/upload/uploadFile', {}, device.disk.token() ?? '');
  },
  // Their own call stays unanswered.
  wrongRing: async (hand) => {
    const call = { id: `own-${hand.number}`, toContactId: String(hand.someone) };
    for (const event of ['calling', 'acceptRtc', 'offer', 'hangup'])
      await postCall(hand, im('sendToMsg'), { ...call, event });
  },
  strangerCall: (hand) =>
    send(
      hand,
      pickFrom(
        [im('getContacts'), im('sync'), group('groupInfo'), '/enterprise/moments/list'],
        hand.step.b,
      ) ?? '',
      {},
    ),
  deadToken: (hand) => send(hand, im('getContacts'), {}, `bearer ${'0'.repeat(64)}`),
  hurry: async (hand) => {
    // More than is allowed in a day, where that is little.
    if ((hand.world.environment.settings.quota?.messages ?? Infinity) < 1_000)
      for (const array of [0, 1, 2])
        await postCall(
          hand,
          im('sendMessage'),
          Array.from({ length: 50 }, (_, at) => item(hand, { id: `h${hand.number}.${array}.${at}` })),
        );
    for (let at = 0; at < 122 * hand.world.nodes.length; at += 1)
      await postCall(hand, im('searchUser'), { keywords: '' });
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
