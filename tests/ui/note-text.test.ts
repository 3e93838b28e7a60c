import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { noteText } from '../../src/app/shared/note-text.ts';
import { previewText } from '../../src/app/shared/preview-text.ts';
import { ERASED_NAME } from '../../src/domain/erased-name.ts';
import { userId } from '../../src/domain/ids.ts';
import type { EventNote } from '../../src/domain/message.ts';
import { textsOf } from '../support/texts.ts';

const [ME, ANN, BEN] = [userId(1), userId(2), userId(3)];
const NAMES = new Map([
  [ME, 'Me'],
  [ANN, 'Ann'],
  [BEN, 'Ben'],
]);
const timer = (by: typeof ME, days: number): EventNote => ({
  note: 'timer',
  by,
  name: NAMES.get(by) ?? '',
  days,
});
const byErased = (): EventNote => ({
  note: 'joined',
  by: ANN,
  name: ERASED_NAME,
  users: [ANN],
  names: [ERASED_NAME],
});
const makeJoin = (by: typeof ME, ...users: (typeof ME)[]): EventNote => ({
  note: 'joined',
  by,
  name: NAMES.get(by) ?? '',
  users,
  names: users.map((user) => NAMES.get(user) ?? ''),
});

it.each([
  ['by my own code', makeJoin(ME, ME), 'You joined the group', '你加入了群聊'],
  ['by a code', makeJoin(ANN, ANN), 'Ann joined the group', 'Ann 加入了群聊'],
  [
    'DATA-9: a deleted account joined',
    byErased(),
    'Deleted account joined the group',
    '已注销的账号 加入了群聊',
  ],
  ['I added', makeJoin(ME, ANN, BEN), 'You added Ann, Ben', '你邀请 Ann、Ben 加入了群聊'],
  ['I was added', makeJoin(ANN, ME), 'Ann added you to the group', 'Ann 邀请你加入了群聊'],
  ['I was added with others', makeJoin(ANN, BEN, ME), 'Ann added you and Ben', 'Ann 邀请你和 Ben 加入了群聊'],
  ['others were added', makeJoin(ANN, BEN), 'Ann added Ben', 'Ann 邀请 Ben 加入了群聊'],
  [
    'I set a timer',
    timer(ME, 7),
    'You set messages to disappear after 7 days',
    '你设置了消息 7 天后自动消失',
  ],
  [
    'a timer was set',
    timer(ANN, 7),
    'Ann set messages to disappear after 7 days',
    'Ann 设置了消息 7 天后自动消失',
  ],
  ['I ended a timer', timer(ME, 0), 'You turned off disappearing messages', '你关闭了消息自动消失'],
  ['a timer was ended', timer(ANN, 0), 'Ann turned off disappearing messages', 'Ann 关闭了消息自动消失'],
])('UI-98: a group event has the same text in chat and list: %s', (_, note, en, zh) => {
  for (const [language, words] of [
    ['en', en],
    ['zh-CN', zh],
  ] as const) {
    const t = textsOf(language) as unknown as TFunction;
    expect([
      noteText(t, note, ME),
      previewText(t, { kind: 'note', note, text: 'as plain clients read it' }, ME),
    ]).toEqual([words, words]);
  }
});
