import { groupSettingFields } from '../../src/wire/calls/groups.ts';
import { contactFields } from '../../src/wire/down/contact.ts';
import { messageFields } from '../../src/wire/down/message.ts';
import { selfFields } from '../../src/wire/down/self.ts';
import { answerSchema, type Json } from './wire-schema.ts';

/**
 * Answers of the calls that every client needs. Their fields are those of the schemas by which our client
 * reads them; what the server writes besides, or in its own way, is added here. A test compares them with
 * real answers (WIRE-24).
 */
const text: Json = { type: 'string' };
const integer: Json = { type: 'integer' };
const bit: Json = { enum: [0, 1] };
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const list = (items: Json): Json => ({ type: 'array', items });
const described = (schema: Json, description: string): Json => ({ ...schema, description });

const id = described({ type: ['integer', 'string'] }, 'A number for users, text for groups: `group-12`.');
const seconds = described(integer, 'Seconds since 1970.');
const milliseconds = described(integer, 'Milliseconds since 1970.');

/** Returns the fields that the server writes: those of a client's schema, and more. */
function fields(
  schema: unknown,
  more: Readonly<Record<string, Json>>,
  without: readonly string[] = [],
): Json {
  const { properties = {}, required } = answerSchema(schema);
  const storedRows = Object.entries(properties).filter(([name]) => !without.includes(name));
  return {
    type: 'object',
    properties: { ...Object.fromEntries(storedRows), ...more },
    ...(required && { required }),
  };
}

const card: Json = {
  type: 'object',
  properties: {
    id: integer,
    user_id: integer,
    realname: text,
    displayName: described(text, "The reader's private nickname, if one exists."),
    account: text,
    avatar: text,
    name_py: text,
  },
  required: ['id', 'user_id', 'realname', 'displayName', 'account', 'avatar'],
};

const self = fields(selfFields, {
  name_py: text,
  last_login_time: seconds,
  status: bit,
  setting: {},
  privacy: { type: ['object', 'null'] },
  qrUrl: text,
  path: text,
  role: described({ enum: [0, 1, 2] }, '0 user, 1 first administrator, 2 administrator.'),
});

const setting: Json = { ...fields(groupSettingFields, {}), description: 'See 5.6 of the base protocol.' };

const message = fields(messageFields, {
  msg_id: integer,
  sendTime: seconds,
  sendTimeMs: milliseconds,
  is_group: described({ enum: [0, 1, 2, 3] }, '0 user, 1 group, 2 system, 3 notes to self.'),
  toContactId: id,
  toUser: id,
  to_user: id,
  user_id: integer,
  from_user: integer,
  fromUser: ref('Card'),
  at: list(integer),
  status: text,
  role: described({ enum: [1, 2, 3] }, 'Of the author in the group: 1 owner, 2 admin, 3 member.'),
  extends: described({ type: ['object', 'array', 'null'] }, 'By type; see 5.5 of the base protocol.'),
  file_cate: integer,
  fileSize: described({ type: ['integer', 'string'] }, 'Bytes; empty text without a file.'),
  pid: integer,
  contactInfo: described({ type: 'object' }, 'The conversation, as a contact row without positions.'),
  stream: text,
  seq: integer,
  thread: { type: 'object' },
  reactions: { type: 'object' },
  poll: { type: 'object' },
  replies: { type: 'object' },
  link: { type: ['object', 'null'] },
});

const contact = fields(contactFields, {
  id,
  user_id: id,
  group_id: integer,
  email: text,
  location: text,
  is_group: described({ enum: [0, 1, 2, 3] }, '0 user, 1 group, 2 system, 3 notes to self.'),
  lastSendTime: milliseconds,
  setting: { oneOf: [ref('GroupSetting'), { type: 'array', maxItems: 0 }] },
  at_only: bit,
  quiet_until: milliseconds,
  last: { type: ['object', 'null'] },
  timers: list({ type: 'object', properties: { n: integer, days: integer } }),
});

const group: Json = {
  type: 'object',
  properties: {
    group_id: integer,
    id: text,
    name: text,
    displayName: text,
    name_py: text,
    avatar: text,
    owner_id: integer,
    ownerName: text,
    userInfo: ref('Card'),
    groupUserCount: integer,
    notice: text,
    setting: ref('GroupSetting'),
    isJoin: described(integer, "The reader's role, 0 for none."),
    role: integer,
    no_speak_time: described(integer, 'The second until which the reader is muted.'),
    qrUrl: text,
    path: text,
    qrExpire: text,
    create_time: { type: ['integer', 'string'] },
  },
  required: ['id', 'displayName', 'avatar', 'groupUserCount'],
};

const dateTime = described(text, '`YYYY-MM-DD hh:mm:ss`, in UTC.');

const application: Json = {
  type: 'object',
  properties: {
    friend_id: integer,
    create_user: integer,
    friend_user_id: described(text, 'The other user, as text.'),
    nickname: text,
    remark: described(text, 'What the sender wrote.'),
    is_invite: bit,
    status: described({ enum: [0, 1, 2] }, '0 declined, 1 accepted, 2 waiting.'),
    create_time: dateTime,
    update_time: dateTime,
    is_group: bit,
    create_user_info: ref('Card'),
    user_id_info: ref('Card'),
  },
  required: ['friend_id', 'create_user', 'friend_user_id', 'status'],
};

const member: Json = {
  type: 'object',
  properties: {
    group_id: integer,
    user_id: integer,
    invite_id: described(integer, 'Who added the member; 0: the member came alone.'),
    role: described({ enum: [1, 2, 3] }, '1 owner, 2 admin, 3 member.'),
    no_speak_time: described(integer, 'The second until which the member is muted.'),
    status: bit,
    create_time: dateTime,
    userInfo: ref('Card'),
  },
  required: ['group_id', 'user_id', 'role', 'userInfo'],
};

/** A user as another user sees it. */
const profile: Json = {
  type: 'object',
  properties: {
    ...self.properties,
    displayName: described(text, "The reader's private nickname, if one exists."),
    account: described(text, 'Masked, unless the reader may know it.'),
    friend: described({ oneOf: [ref('Application'), { enum: [''] }] }, 'Empty text: no friend.'),
    location: text,
    last_seen: described(integer, 'Milliseconds since 1970; 0: not shown.'),
  },
  required: ['id', 'user_id', 'realname', 'displayName', 'avatar'],
};

/** Parts that several answers have. */
export const PARTS: Readonly<Record<string, Json>> = {
  Card: card,
  User: self,
  GroupSetting: setting,
  Message: message,
  Contact: contact,
  Group: group,
  Application: application,
  Member: member,
  Profile: profile,
};

const sent: Json = {
  type: 'object',
  properties: { id: text, code: integer, msg: text, data: {} },
  required: ['id', 'code'],
};

/** `data` of a successful answer, by the path of the call. */
export const ANSWERS: Readonly<Record<string, Json>> = {
  '/common/pub/login': {
    type: 'object',
    properties: {
      sessionId: text,
      authToken: described(text, 'Send it as the header `Authorization`; begins with `bearer `.'),
      logoutKey: described(text, 'Ends this session and does nothing else.'),
      userInfo: ref('User'),
    },
    required: ['authToken', 'userInfo'],
  },
  '/common/pub/register': { type: 'object', properties: { user_id: integer }, required: ['user_id'] },
  '/enterprise/im/sendMessage': {
    oneOf: [ref('Message'), described(list(sent), 'For an array of messages: one outcome each.')],
  },
  '/common/upload/uploadFile': {
    oneOf: [
      described(ref('Message'), 'With `message`: the sent message.'),
      described(
        {
          type: 'object',
          properties: {
            file_id: integer,
            src: text,
            name: text,
            cate: integer,
            size: integer,
            md5: text,
            file_type: text,
            ext: text,
            type: integer,
            user_id: integer,
            videoInfo: { type: ['object', 'null'] },
            create_time: seconds,
          },
          required: ['file_id', 'src'],
        },
        'Without `message`: the stored file.',
      ),
    ],
  },
  '/enterprise/im/getContacts': list(ref('Contact')),
  '/enterprise/im/getMessageList': list(ref('Message')),
  '/enterprise/group/groupInfo': ref('Group'),
  '/enterprise/group/add': ref('Contact'),
  '/enterprise/group/groupUserList': list(ref('Member')),
  '/enterprise/friend/index': list(ref('Application')),
  '/enterprise/im/getUserInfo': ref('Profile'),
  '/common/pub/bindUid': described({ enum: [''] }, 'Empty: the socket is bound.'),
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
};
