// @vitest-environment happy-dom
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { gatheredText, groupEntryText } from '../../src/app/screens/conversation/message/lines.tsx';
import type { GroupChangeKind, GroupLine, ChatEntry } from '../../src/domain/group-lines.ts';
import { userId } from '../../src/domain/ids.ts';
import { stateWith } from '../support/scripted-client.ts';
import { type Language, textsOf } from '../support/texts.ts';

const person = (id: number, name: string) => ({ id: userId(id), name });
const [ME, ANN, BEN] = [person(1, 'Me'), person(2, 'Ann'), person(3, 'Ben')];
const line = (what: GroupChangeKind, by: GroupLine['by'], who: GroupLine['who'], value = ''): ChatEntry => ({
  kind: 'line',
  line: { seq: 1, afterN: 1, atMs: 0, what, by, who, value },
});
const texts = (language: Language) => textsOf(language) as unknown as TFunction;
const describe = (language: Language, what: ChatEntry): string =>
  groupEntryText(texts(language), stateWith([]), what);

it.each([
  [line('manager', ME, ANN), 'You made Ann an admin', '你将 Ann 设为管理员'],
  [line('manager', ANN, ME), 'Ann made you an admin', 'Ann 将你设为管理员'],
  [line('removed', ANN, BEN), 'Ann removed Ben', 'Ann 将 Ben 移出了群聊'],
  [line('owner', ME, BEN), 'You made Ben the owner', '你将群主转让给了 Ben'],
  [line('owner', ANN, ME), 'Ann made you the owner', 'Ann 将群主转让给了你'],
  [line('silenced', ANN, ME), 'Ann muted you', 'Ann 禁言了你'],
  [line('left', ANN, null), 'Ann left the group', 'Ann 退出了群聊'],
  [
    line('timeZone', ANN, null, 'America/New_York'),
    'Ann set the time zone of the group to America/New York',
    'Ann 将群时区设为 America/New York',
  ],
  [line('timeZone', ME, null, ''), 'You removed the time zone of the group', '你移除了群时区'],
  [line('renamed', ME, null, 'Crew'), 'You renamed the group to "Crew"', '你将群名称改为“Crew”'],
])('GROUP-27: names are spaced from Chinese words, 你 is not: %#', (what, en, zh) => {
  expect([describe('en', what), describe('zh-CN', what)]).toEqual([en, zh]);
});

it.each([
  [ME, 'You made 2 people admins', '你将 2 人设为管理员'],
  [ANN, 'Ann made 2 people admins', 'Ann 将 2 人设为管理员'],
])('GROUP-28: several lines that became one have the text: %#', (by, en, zh) => {
  const things = [line('manager', by, ANN), line('manager', by, BEN)];
  const both = (['en', 'zh-CN'] as const).map((one) => gatheredText(texts(one), stateWith([]), things));
  expect(both).toEqual([en, zh]);
});
