// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { markHeard, wasHeard } from '../../src/app/platform/heard-voices.ts';
import { followPerson } from '../../src/app/platform/follow-person.ts';
import { belongTo, readOwn, writeOwn } from '../../src/app/platform/settings.ts';
import { keepCode, storedCode } from '../../src/app/screens/people/codes/kept-code.ts';
import { recentEmoji, rememberEmoji } from '../../src/app/shared/emoji/emoji-panel.tsx';
import { recentSearches, rememberSearch } from '../../src/app/screens/chats/search/search-page.tsx';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { State } from '../../src/client/state/state.ts';
import { userId } from '../../src/domain/ids.ts';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

afterEach(() => {
  stop();
  belongTo(null);
  localStorage.clear();
});
let stop = () => {};

const of = (id: number): State => {
  const state = stateWith([]);
  return { ...state, self: state.self && { ...state.self, id: userId(id) } };
};
const traces = () => [
  recentSearches(),
  recentEmoji(),
  wasHeard('m-1'),
  storedCode(null)?.address ?? null,
  readOwn('chat-bg-info'),
];

it('SESS-7: the next user in this browser sees no search, choice, emoji or voice state of the previous one', () => {
  const client = scriptedClient(of(1));
  stop = followPerson(client);
  rememberSearch('a secret plan');
  rememberEmoji('😀');
  markHeard('m-1');
  keepCode(null, { address: 'https://parley.test/scan/u/1', until: '' }, 0);
  writeOwn('chat-bg-info', '{}');
  const mine = traces();
  expect(mine).toEqual([['a secret plan'], ['😀'], true, 'https://parley.test/scan/u/1', '{}']);
  client.set(EMPTY);
  expect(traces()).toEqual([[], [], false, null, null]);
  rememberSearch('of nobody');
  client.set(of(2));
  expect(traces()).toEqual([[], [], false, null, null]);
  rememberSearch('other words');
  client.set(EMPTY);
  client.set(of(1));
  expect(traces()).toEqual(mine);
});

it('SESS-7: data that earlier builds stored for all becomes the signed-in user’s, and no other’s', () => {
  localStorage.setItem('search-recent', '["of before"]');
  localStorage.setItem('chat-bg-info7', '{}');
  const client = scriptedClient(of(1));
  stop = followPerson(client);
  expect(recentSearches()).toEqual(['of before']);
  expect([
    localStorage.getItem('search-recent'),
    localStorage.getItem('chat-bg-info7'),
    localStorage.getItem('of-1-chat-bg-info7'),
  ]).toEqual([null, null, '{}']);
  client.set(of(2));
  expect(recentSearches()).toEqual([]);
});
