import { describe, expect, it } from 'vitest';
import type { Contact, State } from '../../src/client/state/state.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, msgId, threadKey, userId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import type { QuietHours } from '../../src/domain/quiet-hours.ts';
import {
  aMessage,
  aPosition,
  facts,
  local,
  place,
  postedEvent,
  run,
  server,
  signedIn,
} from '../support/contacts.ts';

const TEAM = contactId('group-3');
const [ME, NINA] = [userId(7), userId(9)];
const NIGHT = Date.parse('2026-03-04T23:30:00Z');
const HOURS: QuietHours = { from: 22 * 60, till: 7 * 60, east: 60, toMe: false, offUntilMs: 0 };

/** The user's choices, one column each. */
const CHOICES: readonly ((state: State) => State)[] = [
  (state) => state,
  (state) => chat(state, { isNotice: false }),
  (state) => chat(state, { isNotice: false, quiet: 'mentions' }),
  (state) => chat(state, { archivedTo: 100 }),
  (state) => ({ ...state, kept: { ...state.kept, quiet: HOURS } }),
  (state) => ({ ...state, kept: { ...state.kept, quiet: { ...HOURS, toMe: true } } }),
  (state) => ({ ...state, blocked: new Set([NINA]) }),
  (state) => ({ ...state, open: TEAM }),
  (state) => ({ ...chat(state, { isNotice: false }), blocked: new Set([NINA]) }),
];

const chat = (state: State, part: Partial<Contact>): State => {
  const contact = state.contacts.get(TEAM) ?? expect.fail('no chat');
  return { ...state, contacts: state.contacts.with({ ...contact, ...part }) };
};

const said = (more: object = {}, thread?: object): ServerEvent => ({
  ...postedEvent(TEAM, { ...aMessage('m1', 9, { n: 1 }), sentAtMs: NIGHT, ...more }),
  ...(thread && ({ thread } as object)),
});
const edited = (mentioned: readonly number[], was: readonly number[] = []): ServerEvent => ({
  type: 'messageEdited',
  conversation: TEAM,
  id: messageId('m0'),
  msgId: msgId(1),
  n: 1,
  author: NINA,
  was,
  mentioned,
  words: { content: 'new', rev: 1 },
  last: undefined,
});
const thread = { root: 1, count: 1, follows: true };
const quote = { msgId: msgId(1), content: 'mine', userId: ME, realname: 'Me' };
const unfollow = (state: State): State => {
  const follow = new Map([[threadKey(TEAM, 1), { op: 'press' as const, to: TEAM, root: 1, on: false }]]);
  return { ...state, pending: { ...state.pending, follow } };
};

interface News {
  readonly event: ServerEvent;
  readonly before?: (state: State) => State;
  /** `s`: a sound, `n`: a notification, in the order of the choices. */
  readonly alerts: string;
}

/**
 * Columns: none, muted, mentions only, archived, quiet hours, quiet but to me, author blocked, open chat,
 * muted and author blocked.
 */
const NEWS: Readonly<Record<string, News>> = {
  'a message': { event: said(), alerts: 'sn - - - - - - s -' },
  'a mention': { event: said({ at: [ME] }), alerts: 'sn - sn sn - sn - s -' },
  'a mention of all': { event: said({ at: [0] }), alerts: 'sn - sn sn - sn - s -' },
  'a mention of another member': { event: said({ at: [8] }), alerts: 'sn - - - - - - s -' },
  'an answer to me': { event: said({ quote }), alerts: 'sn - sn sn - sn - s -' },
  'a recalled message': { event: said({ recalled: true }), alerts: '- - - - - - - - -' },
  'an own message': { event: said({ from: { ...aMessage('m1', 7).from } }), alerts: '- - - - - - - - -' },
  'an answer in a followed thread': { event: said({}, thread), alerts: 'sn sn sn sn - - - s -' },
  'an answer in a thread that I leave': {
    event: said({}, thread),
    before: unfollow,
    alerts: 'sn - - - - - - s -',
  },
  'a word of mine': {
    event: said({ content: 'the harbour' }),
    before: (state) => ({ ...state, kept: { ...state.kept, words: ['harbour'] } }),
    alerts: 'sn - sn sn - sn - s -',
  },
  'an edit that mentions me': { event: edited([ME]), alerts: 'sn - sn sn - sn - s -' },
  'an edit that mentioned me before': { event: edited([ME], [ME]), alerts: '- - - - - - - - -' },
  'an edit': { event: edited([]), alerts: '- - - - - - - - -' },
};

const CASES = Object.entries(NEWS).map(([what, news]) => [what, news] as const);

describe('what alerts the user', () => {
  it.each(CASES)('ALERT-2, ALERT-5, EFFECT-1: %s, for each choice', (_, { event, before, alerts }) => {
    const first = signedIn([facts(TEAM, { position: aPosition('group-3') })]);
    const minute = local({ type: 'minuteTicked', minute: NIGHT / duration.MINUTE });
    const heard = CHOICES.map((choose) => {
      const state = choose((before ?? ((one) => one))(run(first, minute).state));
      const { effects } = run(state, server(event, place('group-3', 1)));
      const letters = effects.map(({ type }) => ({ sound: 's', arrived: 'n' })[type as string] ?? '');
      return letters.join('') || '-';
    });
    expect(heard.join(' ')).toBe(alerts);
  });
});
