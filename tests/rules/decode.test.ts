import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FramedEvent, ServerEvent } from '../../src/domain/events.ts';
import { userId } from '../../src/domain/ids.ts';
import { decodeConfig } from '../../src/wire/down/config.ts';
import { decodeContactRow, decodeContactRows } from '../../src/wire/down/contact.ts';
import { decodeFrame } from '../../src/wire/down/down.ts';
import { decodeMessageRow } from '../../src/wire/down/message.ts';
import { decodeSelf } from '../../src/wire/down/self.ts';
import { decodeSendAnswer, decodeSentItems } from '../../src/wire/down/send-answer.ts';
import { decodeSync } from '../../src/wire/down/sync.ts';

const SELF = userId(7);

function decoded(frame: object): FramedEvent {
  const result = decodeFrame(JSON.stringify(frame), SELF);
  if (!result.ok || result.value === 'ignored') throw new Error(`not decoded: ${JSON.stringify(result)}`);
  return result.value;
}
const event = (type: string, data: unknown, beside: object = {}): ServerEvent =>
  decoded({ type, time: 1, data, ...beside }).event;
const message = {
  id: 'm',
  msg_id: 5,
  type: 'text',
  content: 'hi',
  sendTime: 1_700_000_000,
  toContactId: 9,
  fromUser: { id: 9, displayName: 'Nine' },
  at: [],
};

/** A frame of every named event and every known extra, with the expected result. */
const FRAMES: readonly (readonly [string, unknown, object])[] = [
  ['isOnline', { id: 9, is_online: 1 }, { type: 'onlineSet', on: [9], off: [] }],
  ['presence', { on: [9], off: [8] }, { type: 'onlineSet', on: [9], off: [8] }],
  ['groupRequests', { group_id: 'group-5' }, { type: 'groupRequestsMoved', conversation: 'group-5' }],
  ['moments', { at: 1_700_000_000_001 }, { type: 'momentsMoved', atMs: 1_700_000_000_001 }],
  [
    'typing',
    { toContactId: 9, user_id: 9, name: 'Nine', what: 'file' },
    { type: 'typingHeard', conversation: '9', user: 9, name: 'Nine', what: 'file' },
  ],
  ['presence', { on: [9], off: [], all: 1 }, { type: 'onlineSet', on: [9], off: [], all: true }],
  ['offline', { id: 7, client_id: 'a', isMobile: 1 }, { type: 'loggedInElsewhere', user: 7, isMobile: true }],
  ['updateConfig', { sysInfo: { name: 'Our server' } }, { type: 'configSet' }],
  ['simple', message, { type: 'messagePosted', to: '9', inGroup: false }],
  [
    'group',
    { ...message, toContactId: 'group-3', is_group: 1 },
    { type: 'messagePosted', to: 'group-3', inGroup: true },
  ],
  [
    'void',
    { toContactId: 9, id: 'm', n: 4, from: 9 },
    { type: 'messageVoid', conversation: '9', n: 4, from: 9 },
  ],
  ['void', { toContactId: 'group-3' }, { type: 'placeTaken' }],
  [
    'pinned',
    { toContactId: 9, id: 'm', msg_id: 5, n: 4, by: 9, byName: 'Nine', pinTime: 1_700_000_000, after_n: 6 },
    { type: 'messagePinned', conversation: '9', pin: { id: 'm', msgId: 5, n: 4, by: 9, afterN: 6 } },
  ],
  [
    'unpinned',
    { toContactId: 'group-3', id: 'm', msg_id: 5, n: 4, by: 9 },
    { type: 'messageUnpinned', conversation: 'group-3', id: 'm' },
  ],
  [
    'timer',
    { toContactId: 'group-3', n: 4, days: 7 },
    { type: 'timerSet', conversation: 'group-3', timer: { n: 4, days: 7 } },
  ],
  ['later', {}, { type: 'laterChanged' }],
  [
    'reminded',
    { toContactId: 'group-3', id: 'm', msg_id: 5, n: 4 },
    { type: 'reminded', conversation: 'group-3', id: 'm' },
  ],
  ['setChatTop', { id: 9, is_top: 1, is_group: 0 }, { type: 'topSet', conversation: '9', isTop: true }],
  [
    'setIsNotice',
    { id: 'group-3', is_notice: 0, is_group: 1 },
    { type: 'noticeSet', conversation: 'group-3', isNotice: false },
  ],
  ['blockPerson', { id: 9, on: 1 }, { type: 'blockSet', user: 9, on: true }],
  ['archiveChat', { id: 9, n: 40 }, { type: 'archiveSet', conversation: '9', to: 40 }],
  [
    'kept',
    { name: 'folders', op: 'o', value: null },
    { type: 'keptSet', kept: { name: 'folders', value: null } },
  ],
  ['markUnread', { id: 9, on: 1, n: 3 }, { type: 'unreadMarkSet', conversation: '9', mark: 3 }],
  ['hideChat', { id: 9, n: 4 }, { type: 'chatHidden', conversation: '9', n: 4 }],
  [
    'readMark',
    { id: 9, mark: 4, own: 1, seq: 6, count: 5 },
    { type: 'readMarkSet', mark: 4, own: 1, seq: 6, count: 5 },
  ],
  [
    'mentionMark',
    { id: 'group-3', mark: 4, mentions: 1, seq: 6, count: 5 },
    { type: 'mentionMarkSet', mark: 4, mentions: 1 },
  ],
  ['addGroup', { id: 'group-3', displayName: 'Three', is_group: 1 }, { type: 'joined', via: 'group' }],
  ['appendContact', { id: 9, displayName: 'Nine', is_group: 0 }, { type: 'joined', via: 'friend' }],
  [
    'setManager',
    { group_id: 'group-3', avatar: 'a', user_id: 9, role: 2 },
    { type: 'groupManagerSet', user: 9, role: 2, avatar: 'a' },
  ],
  [
    'addGroupUser',
    { group_id: 'group-3', avatar: '', user_ids: [4, 5], members: 6 },
    { type: 'groupMembersAdded', users: [4, 5], members: 6 },
  ],
  ['removeUser', { group_id: 'group-3', avatar: '', user_id: 9 }, { type: 'groupMemberRemoved', user: 9 }],
  [
    'removeUser',
    { group_id: 'group-3', user_id: 7, of: 'group-3', until: 8, why: 'left' },
    { type: 'left', stream: 'group-3', until: 8, why: 'left' },
  ],
  [
    'removeGroup',
    { group_id: 'group-3' },
    { type: 'left', conversation: 'group-3', why: 'dissolved', until: null },
  ],
  ['removeGroup', { group_id: 9 }, { type: 'left', conversation: '9', why: 'unfriended' }],
  [
    'undoMessage',
    { id: 'm', msg_id: 5, type: 'event', content: 'x', from_user: 9, is_last: 1, toContactId: 'group-3' },
    { type: 'messageRecalled', id: 'm', msgId: 5, isLast: true, conversation: 'group-3' },
  ],
  [
    'delMessage',
    { id: 'm', type: 'text', content: 'secret' },
    { type: 'messageDeleted', id: 'm', conversation: null, last: undefined },
  ],
  ['updateMessage', { id: 'm', type: 'text', content: 'new' }, { type: 'messageUpdated', content: 'new' }],
  [
    'updateMessage',
    { id: 'm', msg_id: 5, n: 2, from_user: 3, type: 'text', content: 'new', rev: 1, was: [7], at: [] },
    { type: 'messageEdited', id: 'm', n: 2, was: [7], mentioned: [], words: { content: 'new', rev: 1 } },
  ],
  [
    'updateMessage',
    {
      id: 'm',
      n: 2,
      type: 'image',
      content: '/a',
      fileName: 'a.png',
      extends: { caption: 'c' },
      rev: 2,
      was: [],
      at: [],
    },
    { type: 'messageEdited', words: { caption: 'c', name: 'a.png', rev: 2 }, last: undefined },
  ],
  [
    'void',
    { toContactId: 'group-3', n: 2, from: 3, was: [7], at: [0] },
    { type: 'messageEdited', id: null, n: 2, was: [7], mentioned: [0], words: null },
  ],
  [
    'followThread',
    { id: 'group-3', root: 4, on: 1 },
    { type: 'threadFollowSet', conversation: 'group-3', root: 4, follows: true },
  ],
  [
    'reacted',
    {
      id: 'm',
      n: 2,
      toContactId: 'group-3',
      from_user: 3,
      at: 9,
      counts: [['👍️', 2]],
      chosen: [[7, ['👍️']]],
      added: { user_id: 7, name: 'Anna', emoji: '👍️' },
    },
    {
      type: 'messageReacted',
      conversation: 'group-3',
      author: 3,
      at: 9,
      counts: [['👍️', 2]],
      chosen: [[7, ['👍️']]],
      added: { user: 7, name: 'Anna', emoji: '👍️' },
    },
  ],
  [
    'poll',
    { id: 'm', n: 2, toContactId: 'group-3', at: 9, counts: [0, 2], voters: 2, closed: 0, mine: [1] },
    {
      type: 'pollChanged',
      conversation: 'group-3',
      id: 'm',
      at: 9,
      counts: [0, 2],
      voters: 2,
      closed: false,
      mine: [1],
    },
  ],
  [
    'poll',
    { id: 'm', at: 9, counts: 'many', closed: 1, by: 3 },
    { type: 'pollChanged', conversation: null, counts: [], voters: 0, closed: true, mine: null },
  ],
  [
    'previewed',
    {
      id: 'm',
      n: 2,
      toContactId: 'group-3',
      from_user: 3,
      at: 9,
      link: {
        url: 'https://example.org/',
        title: 'Example',
        text: '',
        site: 'example.org',
        picture: { src: '/files/a', width: 640, height: 320 },
      },
    },
    {
      type: 'messagePreviewed',
      conversation: 'group-3',
      id: 'm',
      link: { title: 'Example', picture: { src: '/files/a', width: 640, height: 320 } },
    },
  ],
  [
    'previewed',
    { id: 'm', n: 2, toContactId: 9, link: { url: 'javascript:alert(1)', title: 'x', text: '', site: '' } },
    { type: 'messagePreviewed', link: null },
  ],
  [
    'editGroupName',
    { id: 'group-3', displayName: 'New', editUserName: 'x' },
    { type: 'groupRenamed', conversation: 'group-3', name: 'New' },
  ],
  ['setNotice', { group_id: 'group-3', notice: 'n' }, { type: 'groupNoticeSet', notice: 'n' }],
  ['groupSetting', { group_id: 'group-3', setting: { manage: '1', invite: 0 } }, { type: 'groupSettingSet' }],
  [
    'setNoSpeak',
    { group_id: 'group-3', user_id: 9, no_speak_time: 60 },
    { type: 'memberMuted', user: 9, untilSec: 60 },
  ],
  ['changeOwner', { group_id: 'group-3', user_id: 9 }, { type: 'groupOwnerChanged', user: 9 }],
  ['clearMessage', { group_id: 'group-3' }, { type: 'historyCleared', n: null }],
  ['isRead', [{ id: 'm' }, { id: 'k' }], { type: 'messagesRead', ids: ['m', 'k'] }],
  ['readAll', { toContactId: 9 }, { type: 'partnerRead', conversation: '9', n: null }],
  [
    'atMsgList',
    { list: [message], count: 1, toContactId: 'group-3' },
    { type: 'mentionsListed', conversation: 'group-3' },
  ],
  ['applications', { pending: 2 }, { type: 'applicationsSet', pending: 2 }],
  [
    'profiles',
    { list: [{ id: 9, rev: 2, realname: 'N', avatar: 'a', name_py: 'n', index: 'N' }, { id: 'x' }] },
    {
      type: 'profilesSet',
      profiles: [{ user: 9, rev: 2, realname: 'N', avatar: 'a', namePy: 'n', index: 'N' }],
    },
  ],
  ['remark', { id: 9, displayName: 'N' }, { type: 'remarkSet', user: 9, name: 'N' }],
  [
    'webrtc',
    {
      ...message,
      type: 'webrtc',
      extends: {
        type: '1',
        event: 'offer',
        code: '901',
        status: '',
        sdp: 'v=0',
        iceCandidate: '',
        isMobile: 1,
      },
    },
    {
      type: 'callSignal',
      signal: {
        kind: 'offer',
        video: true,
        status: null,
        code: 901,
        talkSec: null,
        sdp: 'v=0',
        candidate: '',
        isMobile: true,
      },
    },
  ],
];

describe('a picture that quotes', () => {
  it('STREAM-4, MSG-2: decodes a quote, whose text is nowhere else, and the row’s own fields', () => {
    const own = { width: 30, height: 20, caption: 'look' };
    const row = {
      id: 'a',
      msg_id: 3,
      type: 'image',
      content: '/files/a',
      fileName: 'a.png',
      extends: { ...own, msg_id: 2, user_id: 7, realname: 'Bela', content: 'Bela：words' },
    };
    expect(decodeMessageRow(row)).toMatchObject({
      ok: true,
      value: { quote: { msgId: 2, userId: 7, content: 'Bela：words' } },
    });
    const result = decodeMessageRow(row);
    expect(result.ok && result.value.extra).toEqual(own);
    expect(decodeMessageRow({ ...row, extends: own })).toMatchObject({ value: { quote: null, extra: own } });
  });
});

describe('frames', () => {
  it('WIRE-4: every named server event and the seen extras decode', () => {
    for (const [type, data, expected] of FRAMES) expect(event(type, data), type).toMatchObject(expected);
    expect(decoded({ type: 'init', client_id: 'a1', epoch: 'e' }).event).toEqual({
      type: 'socketGreeted',
      client: 'a1',
      epoch: 'e',
    });
    expect(decoded({ type: 'ping' }).event).toEqual({ type: 'pinged' });
    expect(decoded({ type: 'pong', time: 5, multiport: true, cursor: 'c', bound: true }).event).toEqual({
      type: 'ponged',
      atMs: 5_000,
      multiport: true,
      cursor: 'c',
      bound: true,
    });
  });

  it('WIRE-4: unknown events and fields are ignored, but the place of an event is taken', () => {
    expect(decodeFrame('{"type":"statistics","data":{"onlineCount":3}}', SELF)).toEqual({
      ok: true,
      value: 'ignored',
    });
    expect(decodeFrame('{"type":"__proto__"}', SELF)).toEqual({ ok: true, value: 'ignored' });
    expect(decoded({ type: 'fromTomorrow', stream: 'group-3', seq: 4, time: 9 })).toEqual({
      event: { type: 'placeTaken' },
      place: { stream: 'group-3', seq: 4 },
      atSec: 9,
    });
    expect(event('isOnline', { id: 9, is_online: 0, extra: { deep: 1 } })).toMatchObject({ off: [9] });
  });

  it('STREAM-6: `derived` frames only serve plain clients', () => {
    expect(
      decodeFrame(
        JSON.stringify({ type: 'atMsgList', data: { list: [], toContactId: 'group-3' }, derived: 1 }),
        SELF,
      ),
    ).toEqual({ ok: true, value: 'ignored' });
  });

  it('LIST-7: a `simple` to `system` is an application', () => {
    const data = {
      id: 'x',
      type: 'event',
      content: 'asks',
      toContactId: 'system',
      from_user: 4,
      fromUser: { id: 'system' },
    };
    expect(event('simple', data)).toEqual({
      type: 'applicationReceived',
      from: 4,
      text: 'asks',
      pending: null,
    });
    expect(event('simple', { ...data, pending: 2 })).toMatchObject({ pending: 2 });
    expect(event('simple', { ...message, toContactId: 'admin_notice', is_group: 2 })).toMatchObject({
      type: 'messagePosted',
      to: 'admin_notice',
    });
  });

  it('WIRE-3: digits as text, seconds or milliseconds, missing and empty fields', () => {
    const text = {
      id: 'm',
      msg_id: '5',
      content: 'hi',
      sendTime: '1700000000',
      toContactId: '9',
      fromUser: { id: '9', displayName: 'Nine' },
      at: ['7', '0'],
      extends: '',
      role: '2',
    };
    const match = event('simple', text);
    expect(match).toMatchObject({
      message: {
        msgId: 5,
        sentAtMs: 1_700_000_000_000,
        at: [7, 0],
        extra: null,
        role: 2,
        from: { id: 9, realname: 'Nine' },
      },
    });
    expect(event('simple', { ...text, sendTime: 1_700_000_000_123, at: '', extends: null })).toMatchObject({
      message: { sentAtMs: 1_700_000_000_123, at: [] },
    });
    const { at: _at, extends: _extends, ...without } = text;
    expect(event('simple', without)).toMatchObject({ message: { at: [], extra: null, n: null } });
    expect(event('isOnline', JSON.stringify({ id: '9', is_online: '1' }))).toMatchObject({ on: [9] });
  });

  it('WIRE-3: contacts without counters, settings as text, `data` as an empty text', () => {
    const setting = JSON.stringify({ manage: '0', invite: '0', nospeak: '2' });
    const group = decodeContactRow({
      id: 'group-12',
      displayName: 'Team',
      is_group: 1,
      setting,
      role: '1',
      index: '[2]x',
    });
    expect(group).toMatchObject({
      ok: true,
      value: {
        kind: 'group',
        unread: 0,
        mentions: 0,
        index: '#',
        isNotice: true,
        last: null,
        position: null,
        group: { role: 1, setting: { invite: false, profile: false, nospeak: 2 } },
      },
    });
    const person = decodeContactRow({
      id: 7,
      realname: 'Ann',
      setting: [],
      unread: '2',
      lastContent: 'hi',
      lastSendTime: '1700000000000',
      type: 'image',
      index: 'a',
    });
    expect(person).toMatchObject({
      ok: true,
      value: {
        id: '7',
        kind: 'person',
        displayName: 'Ann',
        unread: 2,
        index: 'A',
        lastSentAtMs: 1_700_000_000_000,
        last: { type: 'image' },
      },
    });
    expect(decodeContactRow({ id: 7, lastContent: 'x', lastSendTime: 'never' })).toMatchObject({
      ok: true,
      value: { lastSentAtMs: 0 },
    });
    expect(decodeContactRows('')).toEqual({ contacts: [], errors: [] });
    expect(decodeContactRows([{ id: 'system' }, { no: 1 }, { id: -1 }])).toMatchObject({
      contacts: [{ id: '-1', kind: 'favourites' }],
      errors: [{ reason: 'badFields', field: 'id' }],
    });
  });

  it('WIRE-3: configuration in digit text, with defaults for what is missing', () => {
    const result = decodeConfig({
      sysInfo: { regtype: '1', multipleLogin: '0', runMode: 9 },
      chatInfo: { redoTime: '120', dbDelMsg: '0' },
      fileUpload: '',
      demon_mode: 'true',
    });
    expect(result).toMatchObject({
      ok: true,
      value: {
        sysInfo: { name: 'Parley', regtype: 1, multipleLogin: false, runMode: 2 },
        chatInfo: { redoTimeSec: 120, dbDelMsg: false, webrtc: true },
        fileUpload: { sizeMb: 50 },
        demonMode: true,
      },
    });
    expect(decodeSelf({ user_id: '7', realname: 'Seven', is_auth: '1', email: null })).toMatchObject({
      ok: true,
      value: { id: 7, isAuth: true, email: '', sex: 2 },
    });
    expect(decodeSelf({})).toMatchObject({ ok: false });
  });

  it('WIRE-3: the stream says which conversation an event is about', () => {
    const at = { stream: '7-9', seq: 4 };
    expect(
      event('undoMessage', { id: 'm', content: 'x', from_user: 9, toContactId: 7, n: 2, at: ['7'] }, at),
    ).toMatchObject({ conversation: '9', mentioned: [7], n: 2 });
    expect(event('undoMessage', { id: 'm', content: 'x', from_user: 9, toContactId: 7 })).toMatchObject({
      conversation: null,
    });
    expect(event('readAll', { toContactId: 9, n: 3 }, at)).toMatchObject({ conversation: '9', n: 3 });
  });

  it('WIRE-8: place and answer of a send lead to the same event as its frame', () => {
    const data = { ...message, n: 4, toContactId: 9, toUser: 9, fromUser: { id: 7 } };
    const answer = decodeSendAnswer({ ...data, stream: '7-9', seq: 6 }, SELF);
    expect(answer).toMatchObject({
      ok: true,
      value: {
        place: { stream: '7-9', seq: 6 },
        event: { type: 'messagePosted', message: { id: 'm', n: 4 } },
      },
    });
    expect(
      decodeSendAnswer({ id: 'm', msg_id: 1, toContactId: 9, gone: 1, stream: '7-9', seq: 6 }, SELF),
    ).toEqual({ ok: true, value: { event: { type: 'placeTaken' }, place: null, atSec: 0 } });
    expect(decodeSentItems([{ id: 'a', code: 400, msg: 'no', data: '' }])).toEqual({
      ok: true,
      value: [{ id: 'a', code: 400, msg: 'no', data: '' }],
    });
    expect(decodeSentItems({ id: 'a' })).toMatchObject({ ok: false });
  });

  it('SYNC-1: a sync answer decodes; unreadable frames are reported, and the rest is kept', () => {
    const frames = [
      { type: 'simple', time: 1, data: { ...message, n: 1 }, stream: '7-9', seq: 1 },
      { type: 'simple', data: 5, stream: '7-9', seq: 2 },
      { type: 'tomorrow', stream: 'u7', seq: 3 },
    ];
    const result = decodeSync(
      {
        epoch: 'e',
        cursor: 'e.5',
        more: 1,
        frames,
        resync: [
          { stream: 'group-3', contact: null },
          { stream: '7-8', contact: { id: 8 } },
        ],
        registers: { online: [9], applications: 2, config: {} },
      },
      SELF,
    );
    expect(result).toMatchObject({
      ok: true,
      value: {
        epoch: 'e',
        cursor: 'e.5',
        more: true,
        full: false,
        frames: [{ event: { type: 'messagePosted' } }, { event: { type: 'placeTaken' } }],
        resync: [{ contact: null }, { contact: { id: '8' } }],
        online: [9],
        applications: 2,
        errors: [{ type: 'simple' }],
      },
    });
    expect(
      decodeSync({ epoch: 'e', cursor: null, full: 1, frames: [], resync: [], registers: {} }, SELF),
    ).toMatchObject({ ok: true, value: { full: true, cursor: null, online: null, applications: null } });
  });

  it('WIRE-5: malformed frames become typed errors', () => {
    expect(decodeFrame('{', SELF)).toEqual({ ok: false, reason: { reason: 'notJson' } });
    for (const text of ['5', 'null', '[]', '{}', '{"type":5}', '""'])
      expect(decodeFrame(text, SELF)).toEqual({ ok: false, reason: { reason: 'notAFrame' } });
    expect(decodeFrame('{"type":"simple","data":""}', SELF)).toMatchObject({
      ok: false,
      reason: { reason: 'badFields', type: 'simple' },
    });
    expect(decodeFrame('{"type":"setChatTop","data":{"id":9}}', SELF)).toMatchObject({
      ok: false,
      reason: { field: 'is_top' },
    });
    expect(
      decodeFrame('{"type":"groupSetting","data":{"group_id":"group-1","setting":""}}', SELF),
    ).toMatchObject({ ok: false, reason: { field: 'setting' } });
  });
  it('WIRE-5: a decoder returns a result for any bytes and never throws', () => {
    const types = fc.constantFrom(
      ...new Set(FRAMES.map(([type]) => type)),
      'init',
      'pong',
      'other',
      'constructor',
      'toString',
    );
    const fields = fc.constantFrom(
      'id',
      'n',
      'data',
      'at',
      'extends',
      'setting',
      'toContactId',
      'fromUser',
      'group_id',
      'last',
      'contactInfo',
      'list',
      'on',
      'stream',
      'seq',
      'sendTime',
      '__proto__',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.jsonValue(),
        fc.string(),
        fc.double(),
        fc.constantFrom('9', 'group-3', '-1', '[', '{', Number.MAX_VALUE),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fields, tie('any'), { maxKeys: 6 }),
      ),
    })).any;
    const frame = fc.record(
      { type: types, data: value, stream: value, seq: value, time: value, client_id: value },
      { requiredKeys: ['type'] },
    );
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      frame.map((one) => JSON.stringify(one)),
      fc.uint8Array().map((bytes) => new TextDecoder().decode(bytes)),
    );
    fc.assert(
      fc.property(text, fc.option(fc.constant(SELF)), (bytes, self) => {
        expect(typeof decodeFrame(bytes, self).ok).toBe('boolean');
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(value, (data) => {
        for (const decode of [decodeContactRow, decodeMessageRow, decodeConfig, decodeSelf, decodeSentItems])
          expect(typeof decode(data).ok).toBe('boolean');
        expect(typeof decodeSendAnswer(data, SELF).ok).toBe('boolean');
        expect(typeof decodeSync(data, SELF).ok).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
  });
});
