import { groupSettingFields } from '../../src/wire/calls/groups.ts';
import { contactFields } from '../../src/wire/down/contact.ts';
import { messageFields } from '../../src/wire/down/message.ts';
import { selfFields } from '../../src/wire/down/self.ts';
import { answerSchema, type Json } from './wire-schema.ts';

/**
 * Parts that several answers have. Their fields are those of the schemas by which our client reads them; what
 * the server writes besides, or in its own way, is added here. Each answer of a test's server is compared
 * with them (WIRE-24).
 */
export const text: Json = { type: 'string' };
export const integer: Json = { type: 'integer' };
export const bit: Json = { enum: [0, 1] };
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const list = (items: Json): Json => ({ type: 'array', items });
export const described = (schema: Json, description: string): Json => ({ ...schema, description });

export const id = described(
  { type: ['integer', 'string'] },
  'A number for users, text for groups: `group-12`.',
);
export const seconds = described(integer, 'Seconds since 1970.');
export const milliseconds = described(integer, 'Milliseconds since 1970.');

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
  contactId: described(id, 'In search results: the chat.'),
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
  group_call: ref('GroupCall'),
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
    action: text,
    invite_id: text,
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
    action: described({ enum: ['userInfo'] }, 'In the answer of a code.'),
  },
  required: ['id', 'user_id', 'realname', 'displayName', 'avatar'],
};

/** A message with a file, in the list of files. */
const file: Json = {
  type: 'object',
  properties: {
    ...message.properties,
    name: text,
    ext: text,
    size: integer,
    cate: integer,
    file_type: text,
    src: text,
    msg_type: text,
    contactId: id,
    user_id_info: ref('Card'),
    create_time: seconds,
  },
  required: ['msg_id', 'file_id', 'name', 'ext', 'size', 'src', 'preview', 'download'],
};

/** What a call sends from device to device: without a place in the chat. */
const { required: _place, ...signal } = message;

/** A user whom an admin can add to a group. */
const candidate: Json = {
  ...card,
  properties: { ...card.properties, email: text, disabled: { type: 'boolean' } },
};

/** A group as a newcomer with its code sees it. */
const scannedGroup: Json = {
  ...group,
  properties: {
    ...group.properties,
    action: { enum: ['groupInfo'] },
    invite_id: text,
    token: text,
    asks: bit,
    asked: bit,
    guest_days: described(integer, 'Present if it admits guests.'),
  },
  required: ['action', ...(group.required ?? [])],
};

/** Parts that several answers have. */
export const PARTS: Readonly<Record<string, Json>> = {
  Candidate: candidate,
  File: file,
  Signal: signal,
  ScannedGroup: scannedGroup,
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
