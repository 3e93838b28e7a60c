import { describe, expect, it } from 'vitest';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { loggedIn, type Scripted } from '../support/scripted-server.ts';
import { bert, group, listOf } from '../support/overtaken/answers.ts';
import { own, team } from '../support/overtaken/changes.ts';

interface Register {
  readonly type: string;
  /** Values of the register, as frames carry them, from the number of the frame. */
  readonly values: readonly ((seq: number) => object)[];
  readonly place?: typeof own;
}

const chat = (type: string, values: readonly object[]): Register => ({
  type,
  values: values.map((value) => () => ({ id: 'group-4', ...value })),
});
const preference = (name: string, values: readonly unknown[]): Register => ({
  type: 'kept',
  values: [...values, null].map((value) => () => ({ name, op: 'elsewhere', value })),
});
const ofGroup = (type: string, values: readonly object[]): Register => ({
  type,
  place: (seq) => team(seq + 3),
  values: values.map((value) => () => ({
    id: 'group-4',
    group_id: 'group-4',
    toContactId: 'group-4',
    ...value,
  })),
});
const folder = { id: 'f', name: 'Work', people: true, groups: false, unread: false, muted: null, chats: [] };
const quiet = { from: 60, till: 600, east: 0, toMe: false, offUntilMs: 0 };

const REGISTERS: Readonly<Record<string, Register>> = {
  'a pin in the list': chat('setChatTop', [{ is_top: 0 }, { is_top: 1 }]),
  'a mute': chat('setIsNotice', [
    { is_notice: 1 },
    { is_notice: 0 },
    { is_notice: 0, at_only: 1 },
    { is_notice: 0, quiet_until: 1_800_000_000_000 },
  ]),
  'an archived chat': chat('archiveChat', [{ n: null }, { n: 1 }, { n: 9 }]),
  'a mark as unread': chat('markUnread', [{ on: 0 }, { on: 1 }, { on: 1, n: 1 }]),
  'a remark': {
    type: 'remark',
    values: ['Bertie', 'Bert'].map((displayName) => () => ({ id: 9, displayName })),
  },
  folders: preference('folders', [{ list: [folder] }, { list: [{ ...folder, name: 'Home' }] }]),
  'pins of the list': preference('pins', [{ list: ['9'] }, { list: ['group-4', '9'] }]),
  'quiet hours': preference('quiet', [quiet, { ...quiet, from: 90, offUntilMs: 5 }]),
  sounds: preference('sounds', [
    { all: 'none', chats: [] },
    { all: 'bell', chats: [] },
  ]),
  'the double press': preference('quickReaction', [{ emoji: '😂' }, { emoji: '🙏' }]),
  'cards of links': preference('previews', [{ on: false }, { on: true }]),
  'words that alert': preference('alerts', [{ words: ['one'] }, { words: ['two'] }]),
  'the status of a user': {
    type: 'profiles',
    values: [
      { emoji: '🌴', text: 'Away', untilMs: 1_800_000_000_000 },
      { emoji: '', text: 'Here', untilMs: null },
      undefined,
    ].map((status) => (seq) => {
      const names = { realname: 'Bert', avatar: '', name_py: 'bert', index: 'B' };
      return { list: [{ id: 9, rev: 4 + seq, ...names, status }] };
    }),
  },
  'the settings of a group': ofGroup('groupSetting', [
    { setting: { nospeak: 1, slowSec: 60 } },
    { setting: { nospeak: 0 } },
    { setting: { nospeak: 0, about: 'words' } },
  ]),
};

async function stateAfter({ type, values, place = own }: Register, order: readonly number[]) {
  const on: Scripted = await loggedIn({}, { '/getContacts': listOf([bert(), group()]) });
  await on.settle();
  for (const [at, index] of order.entries()) {
    on.push(type, values[index]?.(at + 1) ?? {}, place(at + 1));
    await on.settle();
  }
  const state = on.client.core.get();
  await on.client.stop();
  return stateToJson(state);
}

describe.each(Object.entries(REGISTERS))('%s', (name, register) => {
  const indexes = [...register.values.keys()];
  const pairs = indexes.flatMap((a) => indexes.filter((b) => a !== b).map((b) => [a, b] as const));
  it.each(pairs)(`STORE-24: ${name}: after value %s, value %s leaves nothing of it`, async (a, b) => {
    expect(await stateAfter(register, [a, b])).toEqual(await stateAfter(register, [b, b]));
  });

  it(`STORE-24: ${name}: each value shows`, async () => {
    const states = await Promise.all(indexes.map((at) => stateAfter(register, [at, at])));
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(indexes.length);
  });
});
