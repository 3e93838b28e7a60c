import { bit, described, id, integer, list, milliseconds, ref, seconds, text } from './wire-answers.ts';
import type { Json } from './wire-schema.ts';

const flag: Json = { type: 'boolean' };
const loose: Json = { type: 'object' };
const looseOrNull: Json = { type: ['object', 'null'] };
const oneOf = (...options: readonly Json[]): Json => ({ oneOf: options });
const nothing: Json = { enum: [''] };
/** An object; a name with `?` may be missing. */
const record = (fields: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, one]) => [name.replace('?', ''), one])),
  required: Object.keys(fields).filter((name) => !name.endsWith('?')),
});
const quota = record({ used: integer, max: described(integer, '0: no limit.'), ends: integer });
const link = record({
  link: integer,
  url: text,
  path: text,
  by: integer,
  byName: text,
  until: described(milliseconds, '0: without end.'),
  max: described(integer, 'Uses; 0: any number.'),
  used: integer,
  asks: described(bit, '1: an admin accepts each newcomer.'),
  'guest_days?': described(integer, 'Days that a guest stays; missing: it admits no guests.'),
});
const groupCall = record({
  id: text,
  startedAtMs: milliseconds,
  startedBy: integer,
  unit: described(text, 'Path of the forwarding unit; empty: calls between the devices.'),
  participants: list(
    record({
      device: text,
      user: integer,
      name: text,
      avatar: text,
      joinedAtMs: milliseconds,
      isHandRaised: flag,
    }),
  ),
});
const address = described(text, 'The address of the picture.');
const sticker = { name: text, src: text, file_id: integer };
const pack = record({ id: integer, title: text, mine: bit, added: bit, stickers: list(record(sticker)) });
const reactor = record({ 'emoji?': text, user: ref('Card'), time: seconds });
const hookAddress = record({ hook: integer, url: described(text, 'Shown once.') });
const shownAnswer = record({ shown: described(text, 'The answer for this user alone, as markup.') });
const outgoing = record({
  hook: integer,
  name: text,
  url: text,
  kinds: list(text),
  byName: text,
  since: seconds,
  failing: described(seconds, 'Since when it fails; 0: it does not.'),
  behind: described(integer, 'Events that wait.'),
});
const deliveryState: Json = { enum: ['sent', 'failed', 'dropped'] };
const delivery = record({
  user: described(integer, 'The hook.'),
  seq: integer,
  kind: text,
  state: deliveryState,
  at: seconds,
  tookMs: integer,
  status: described(integer, 'Of the answer; 0: none.'),
  answer: text,
});
const hookSecret = record({ hook: integer, secret: described(text, 'Shown once; empty: unchanged.') });
const madeRow = record({ id: integer });
const sent = record({ id: text, code: integer, 'msg?': text, 'data?': {} });
const goneMessage = record({
  id: text,
  msg_id: integer,
  toContactId: id,
  status: text,
  gone: { enum: [1] },
  stream: text,
  seq: integer,
});
const storedFile = record({
  file_id: integer,
  src: text,
  'name?': text,
  'cate?': integer,
  'size?': integer,
  'md5?': text,
  'file_type?': text,
  'ext?': text,
  'type?': integer,
  'user_id?': integer,
  'videoInfo?': looseOrNull,
  'create_time?': seconds,
});
const scannedGroup = ref('ScannedGroup');
const scannedUser = ref('Profile');
const passkeyRow = record({ id: text, name: text, since: seconds, used: seconds });

/** Parts of these answers alone, beside those of `wire-answers.ts`. */
export const MORE_PARTS: Readonly<Record<string, Json>> = {
  GroupCall: groupCall,
  GroupLink: link,
  Moment: record({
    id: integer,
    user_id: integer,
    user: ref('Card'),
    content: text,
    pictures: list(record({ file_id: integer, src: text })),
    create_time: seconds,
    mine: bit,
    liked: bit,
    seen_by: described({ type: ['array', 'null'], items: ref('Card') }, 'Null: another user wrote it.'),
    likes: list(ref('Card')),
    comments: list(
      record({
        id: integer,
        user: ref('Card'),
        reply_to: described(looseOrNull, 'The card of the user whose comment it answers.'),
        content: text,
        create_time: seconds,
      }),
    ),
  }),
  Bot: record({
    id: integer,
    name: text,
    account: text,
    since: seconds,
    url: text,
    dialect: { enum: ['mrkdwn', 'markdown'] },
    commands: list(record({ name: text, words: text, help: text })),
  }),
  Token: record({
    id: text,
    bot: described(integer, "0: the user's own."),
    name: text,
    right: { enum: ['read', 'write'] },
    chats: described(list(id), 'Empty: every chat.'),
    since: seconds,
    used: described(seconds, 'Of its last use, to the minute; 0: never.'),
    until: described(seconds, '0: it never expires.'),
  }),
};

/**
 * `data` of a successful answer, by the path of the call. A call that is missing here returns empty text.
 */
export const ANSWERS: Readonly<Record<string, Json>> = {
  '/common/pub/login': record({
    sessionId: text,
    authToken: described(text, 'Send it as the header `Authorization`; begins with `bearer `.'),
    logoutKey: described(text, 'Ends this session and does nothing else.'),
    userInfo: ref('User'),
  }),
  '/common/pub/askPasskey': described(loose, 'Options of `navigator.credentials.get`.'),
  '/common/pub/beginOpenId': record({ url: text }),
  '/common/pub/finishOpenId': record({
    kind: { enum: ['in', 'link', 'new'] },
    account: text,
    name: text,
    ticket: described(text, 'For `login`, as `openId`.'),
  }),
  '/common/pub/register': record({ user_id: integer }),
  '/common/pub/checkVersion': record({
    versionName: text,
    versionCode: integer,
    updateType: { enum: ['forcibly', 'solicit', 'silent'] },
    versionInfo: text,
    downloadUrl: text,
  }),
  '/common/pub/getSystemInfo': record({
    sysInfo: described(loose, 'See 1.5 of the base protocol.'),
    chatInfo: loose,
    fileUpload: loose,
    compass: loose,
    demon_mode: flag,
    epoch: text,
    rev: described(integer, 'Revision of the configuration.'),
  }),
  '/common/push/subscribe': record({ cid: text, key: text }),
  '/common/upload/uploadFile': oneOf(
    described(ref('Message'), 'With `message`: the sent message.'),
    described(storedFile, 'Without `message`: the stored file.'),
  ),
  '/common/upload/uploadAvatar': address,
  '/common/upload/uploadEmoji': address,
  '/common/upload/renew': record({ src: text, download: text }),
  '/scan/g/:token': oneOf(scannedGroup, scannedUser),
  '/scan/u/:token': oneOf(scannedGroup, scannedUser),
  '/enterprise/emoji/index': list(record({ id: integer, title: text, ...sticker })),
  '/enterprise/emoji/server': list(record({ name: text, src: text })),
  '/enterprise/emoji/packs': list(pack),
  '/enterprise/emoji/packSave': record({ id: integer }),
  '/enterprise/emoji/packOf': pack,
  '/enterprise/files/index': list(ref('File')),
  '/enterprise/files/quota': record({ messages: quota, files: quota, bytes: quota }),
  '/enterprise/friend/add': record({ friend_id: integer, status: { enum: [1, 2] } }),
  '/enterprise/friend/getApplyMsg': described(integer, 'Waiting friend requests.'),
  '/enterprise/friend/index': list(ref('Application')),
  '/enterprise/group/add': ref('Contact'),
  '/enterprise/group/addGroupLink': ref('GroupLink'),
  '/enterprise/group/groupLinks': list(ref('GroupLink')),
  '/enterprise/group/addHook': hookAddress,
  '/enterprise/group/renewHook': hookAddress,
  '/enterprise/group/hooks': list(
    record({
      hook: integer,
      name: text,
      dialect: { enum: ['mrkdwn', 'markdown'] },
      byName: text,
      since: seconds,
      used: seconds,
    }),
  ),
  '/enterprise/group/outgoing': list(outgoing),
  '/enterprise/group/addOutgoing': hookSecret,
  '/enterprise/group/editOutgoing': hookSecret,
  '/enterprise/group/deliveries': list(delivery),
  '/enterprise/group/repeatDelivery': record({ state: deliveryState, status: integer, answer: text }),
  '/enterprise/group/getAllUser': list(ref('Candidate')),
  '/enterprise/group/groupInfo': ref('Group'),
  '/enterprise/group/groupLines': list(
    record({
      seq: integer,
      after_n: integer,
      time: { type: 'integer' },
      what: text,
      by: integer,
      byName: text,
      'user_id?': integer,
      name: text,
      value: text,
      'users?': list(integer),
      'names?': list(text),
    }),
  ),
  '/enterprise/group/groupRequests': list(
    record({ user_id: integer, text, time: milliseconds, userInfo: ref('Card') }),
  ),
  '/enterprise/group/groupUserList': list(ref('Member')),
  '/enterprise/group/joinGroup': oneOf(
    nothing,
    described(record({ asked: { enum: [1] } }), 'An admin decides.'),
  ),
  '/enterprise/im/addBot': madeRow,
  '/enterprise/im/addToken': record({ id: text, token: described(text, 'Shown once.') }),
  '/enterprise/im/getBots': record({ bots: list(ref('Bot')), tokens: list(ref('Token')) }),
  '/enterprise/im/setBotProgram': record({ secret: described(text, 'Shown once; empty if unchanged.') }),
  '/enterprise/im/botCommands': list(
    record({ name: text, words: text, help: text, bot: integer, botName: text }),
  ),
  '/enterprise/im/runCommand': shownAnswer,
  '/enterprise/im/pressButton': shownAnswer,
  '/enterprise/im/beginPasskey': described(loose, 'Options of `navigator.credentials.create`.'),
  '/enterprise/im/beginSecondStep': record({ secret: text, uri: text }),
  '/enterprise/im/confirmSecondStep': record({ codes: list(text) }),
  '/enterprise/im/blockedPeople': list(ref('Card')),
  '/enterprise/im/connectGroupCall': record({
    answer: described(text, 'The answer of the forwarding unit.'),
  }),
  '/enterprise/im/joinGroupCall': ref('GroupCall'),
  '/enterprise/im/directory': record({ list: list(ref('Profile')), next: described(integer, '0: the end.') }),
  '/enterprise/im/editMessage': record({ rev: integer }),
  '/enterprise/im/exportData': record({ download: text }),
  '/enterprise/im/forwardMessage': list(
    record({
      toContactId: id,
      id: text,
      code: integer,
      msg: text,
      data: oneOf(ref('Message'), nothing, record({ 'retry_ms?': integer, 'field?': text })),
    }),
  ),
  '/enterprise/im/getAdminNotice': record({ title: text, create_time: seconds, 'notice?': text }),
  '/enterprise/im/getContactInfo': ref('Contact'),
  '/enterprise/im/getContacts': list(ref('Contact')),
  '/enterprise/im/getInbox': list(
    record({
      contactId: id,
      why: list({ enum: ['mention', 'reaction', 'reply', 'thread'] }),
      at_ms: milliseconds,
      unread: bit,
      message: ref('Message'),
      'people?': integer,
      'emoji?': text,
      'by?': ref('Card'),
    }),
  ),
  '/enterprise/im/getKept': record({
    seq: integer,
    list: list(record({ name: text, value: looseOrNull })),
    more: bit,
  }),
  '/enterprise/im/getLater': record({
    seq: integer,
    list: list(
      record({
        kind: { enum: ['reminder', 'scheduled'] },
        toContactId: id,
        time: milliseconds,
        'told?': bit,
        'message?': ref('Message'),
        'id?': text,
        'content?': text,
        'at?': list(integer),
        'pid?': integer,
        'extends?': { type: ['object', 'array', 'null'] },
        'failed?': text,
      }),
    ),
    more: bit,
  }),
  '/enterprise/im/getLogins': list(
    record({ id: text, device: text, place: text, since: seconds, used: seconds, current: bit }),
  ),
  '/enterprise/im/getMessageList': list(ref('Message')),
  '/enterprise/im/getMessagePins': record({
    seq: integer,
    pins: list(
      record({
        seq: integer,
        by: integer,
        byName: text,
        pinTime: milliseconds,
        after_n: integer,
        message: ref('Message'),
      }),
    ),
    more: bit,
  }),
  '/enterprise/im/getOpenIds': record({
    list: list(record({ id: text, name: text, email: text, since: seconds, used: seconds })),
  }),
  '/enterprise/im/getOwnData': record({ words: { enum: ['stay', 'go'] }, erasable: bit }),
  '/enterprise/im/mailDigest': record({ offered: bit, on: bit, address: text }),
  '/enterprise/im/getPasskeys': record({ on: bit, list: list(passkeyRow) }),
  '/enterprise/im/getSecondStep': record({ on: bit, recovery: integer }),
  '/enterprise/im/getThread': record({
    root: integer,
    seq: integer,
    first: described(oneOf(ref('Message'), { type: 'null' }), 'Null: not available to this user.'),
    rows: list(ref('Message')),
    more: bit,
    follow: bit,
  }),
  '/enterprise/im/getUserInfo': ref('Profile'),
  '/enterprise/im/locateMessage': record({ toContactId: id, n: integer }),
  '/enterprise/im/react': record({ on: bit }),
  '/enterprise/im/reactions': list(reactor),
  '/enterprise/im/voters': list(reactor),
  '/enterprise/im/readBy': list(ref('Card')),
  '/enterprise/im/search': list(ref('Message')),
  '/enterprise/im/searchUser': list(ref('Profile')),
  '/enterprise/im/sendMessage': oneOf(
    ref('Message'),
    described(goneMessage, 'Sent before and removed since.'),
    described(list(sent), 'For an array of messages: one outcome each.'),
  ),
  '/enterprise/im/sendScheduled': ref('Message'),
  '/enterprise/im/sendToMsg': ref('Signal'),
  '/enterprise/im/setPrivacy': ref('User'),
  '/enterprise/im/updateUserInfo': ref('User'),
  '/enterprise/im/sync': record({
    epoch: text,
    cursor: { type: ['string', 'null'] },
    more: flag,
    frames: described(list(loose), 'As on the socket: `type`, `time`, `data`, `stream`, `seq`.'),
    resync: list(record({ stream: text, contact: oneOf(ref('Contact'), { type: 'null' }) })),
    registers: loose,
    'full?': described({ enum: [1] }, 'Too much was missed: call `getContacts`.'),
  }),
  '/enterprise/im/vote': record({ options: list(integer) }),
  '/enterprise/moments/list': list(ref('Moment')),
  '/enterprise/moments/add': madeRow,
  '/enterprise/moments/comment': madeRow,
  '/enterprise/moments/news': record({ at: milliseconds }),
};

/** Fields of an envelope besides `data`, by the path of the call. */
export const BESIDE: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  '/enterprise/im/getContacts': {
    count: described(integer, 'Waiting friend requests.'),
    page: described(integer, 'Time of the newest of them, in milliseconds.'),
    cursor: text,
    epoch: text,
    seq: integer,
    mode: { enum: [1, 2] },
    rev: described(integer, 'Revision of the configuration.'),
    blocked: list(integer),
    self: ref('User'),
    profiles: described(list({ type: 'object' }), 'Contacts with a status, as in a frame `profiles`.'),
  },
  '/enterprise/im/getMessageList': { more: bit },
  '/enterprise/im/search': { next: described(integer, 'Older results: ask with `last_id` of this.') },
};

/** `data` of a call that only reports that it is done. */
export const DONE: Json = described(nothing, 'Empty text: it is done.');
