import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type * as book from '../../src/client/state/address-book.ts';
import type { Input } from '../../src/client/state/effects.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import { stateFromJson, stateToJson } from '../../src/client/state/state-json.ts';
import type { State } from '../../src/client/state/state.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { type ContactId, messageId, msgId, userId } from '../../src/domain/ids.ts';
import { aMessage, facts, local, postedEvent, run, server, signedIn, waiting } from '../support/contacts.ts';
import { framedRow, ModelServer, type Command } from '../support/model-server.ts';
import { runs } from '../support/runs.ts';
import { CHATS, FOLDERS, newest, NOTICES, one, probes, two } from './selector-probes.ts';

const SERVER = [
  'say',
  'say',
  'sayMine',
  'mention',
  'recall',
  'delete',
  'read',
  'readMentions',
  'partnerRead',
];
const MORE = ['hide', 'top', 'notice', 'archive', 'unreadMark', 'rename', 'leave', 'join', 'remark'];
const press = (register: string, conversation: unknown, value: unknown): Input =>
  local({ type: 'pendingSet', register, conversation, value } as LocalEvent);
const said = (event: ServerEvent): Input => server(event);

/** Inputs beside those of the streams: pressed here, loaded, or a frame of another kind. */
const BESIDE: Readonly<Record<string, (state: State, id: ContactId, pick: number) => readonly Input[]>> = {
  flag: (_, id, pick) => [press(['top', 'notice', 'archive', 'unread'][pick % 4] ?? '', id, pick % 8 < 4)],
  read: (_, id, pick) => [press(pick % 2 ? 'read' : 'hide', id, pick % 20)],
  edit: (state, id, pick) => {
    const at = newest(state, id);
    const edit = { op: `op${pick}`, to: id, content: `edited ${pick}`, at: [] };
    return at ? [press('edit', at.id, edit)] : [];
  },
  pin: (state, id, pick) => {
    const at = newest(state, id);
    return at
      ? [press('messagePin', at.id, { op: `op${pick}`, to: id, on: pick % 2 === 0, atMs: pick })]
      : [];
  },
  block: (_, _id, pick) => [press('block', 'block 9', { op: `op${pick}`, user: 9, on: pick % 2 === 0 })],
  blocked: (_, _id, pick) => [said({ type: 'blockSet', user: userId(9), on: pick % 2 === 0 })],
  follow: (_, id, pick) => [
    press('follow', `${id} 1`, { op: `op${pick}`, to: id, root: 1, on: pick % 2 === 0 }),
  ],
  over: (state) =>
    stateToJson(state)
      .wishes.slice(0, 1)
      .map((change) => local({ type: 'pendingCleared', ...change })),
  folders: (_, id, pick) => [
    said({ type: 'keptSet', op: '', kept: { name: 'folders', value: { list: FOLDERS.slice(pick % 3) } } }),
    said({ type: 'keptSet', op: '', kept: { name: 'pins', value: { list: pick % 2 ? [id] : [two, one] } } }),
  ],
  online: (_, _id, pick) => [said({ type: 'onlineSet', on: [userId(9 + (pick % 3))], off: [userId(9)] })],
  name: (_, _id, pick) => {
    const name = `Name ${pick}`;
    const profile = { user: userId(9), rev: pick, realname: name, avatar: '', namePy: '', index: 'N' };
    return [local({ type: 'profilesLoaded', profiles: [profile] })];
  },
  remark: (_, _id, pick) => [said({ type: 'remarkSet', user: userId(pick % 2 ? 9 : 11), name: `Z ${pick}` })],
  wait: (_, id, pick) => [
    local({ type: 'outboxPut', item: waiting(`w${pick % 4}`, { status: 'failed' }, { to: id }) }),
  ],
  sent: (_, _id, pick) => [local({ type: 'outboxRemoved', id: messageId(`w${pick % 4}`) })],
  thread: (state, id, pick) => [
    local({ type: 'threadOpened', conversation: id, root: 1 }),
    local({ type: 'threadRequested', conversation: id, root: 1, which: 'first' }),
    local({
      type: 'threadLoaded',
      conversation: id,
      root: 1,
      which: 'first',
      complete: true,
      follows: pick % 2 === 0,
      first: state.conversations.get(id)?.chunks[0]?.[0] ?? null,
      messages: [aMessage(`a${pick}`, 9, { n: 900, msgId: msgId(900), root: 1 })],
    }),
  ],
  notice: (_, _id, pick) => {
    const { id } = NOTICES[pick % 2] as (typeof NOTICES)[0];
    return [server(postedEvent(id, aMessage(`n${pick}`, 1, { sentAtMs: 2_000_000_000_000 + pick })))];
  },
  minute: (_, _id, pick) => [local({ type: 'minuteTicked', minute: pick })],
};

const step = fc.record({
  what: fc.constantFrom(
    ...SERVER,
    ...SERVER,
    ...MORE,
    'beside flag',
    'beside flag',
    'beside edit',
    'beside edit',
    'beside edit',
    ...Object.keys(BESIDE).map((name) => `beside ${name}`),
  ),
  chat: fc.constantFrom(0, 1, 1, 1, 2, 3),
  pick: fc.nat({ max: 1_000 }),
});
type Step = { readonly what: string; readonly chat: number; readonly pick: number };

/** The list, with empty windows that follow from here. */
const START: State = run(
  signedIn([...new ModelServer().facts(), facts(11), ...NOTICES]),
  server({ type: 'keptSet', op: '', kept: { name: 'folders', value: { list: FOLDERS } } }),
  ...CHATS.map((conversation) =>
    local({
      type: 'pageLoaded',
      conversation,
      which: 'first',
      messages: [],
      complete: true,
      reachesEnd: true,
    }),
  ),
).state;

function* states(steps: readonly Step[]): Generator<State> {
  const model = new ModelServer();
  let state = START;
  for (const { what, chat: at, pick } of steps) {
    const name = what.replace('beside ', '');
    const before = model.rows.length;
    if (name === what) model.run({ what: what as Command['what'], chat: at % 3, pick });
    const inputs =
      name === what
        ? model.rows
            .slice(before)
            .map((row): Input => ({ kind: 'server', framed: framedRow(row), origin: 'live' }))
        : (BESIDE[name]?.(state, CHATS[at] ?? one, pick) ?? []);
    for (const input of inputs) yield (state = run(state, input).state);
  }
}

const probed = (state: State, id: ContactId): Readonly<Record<string, unknown>> =>
  Object.fromEntries(probes.map(([name, probe]) => [name, probe(state, id)]));

/** Made for each call: their callers compare the values. */
const UNKEPT = ['chatsWithPending', 'duesIn', 'inList', 'lastSpeaker', 'totalsWithPending', 'quietUntil'];
/** An entry of the address book promises these facts of its contact. */
const asEntry = ({
  id,
  kind,
  displayName,
  realname,
  account,
  avatar,
  namePy,
  index,
  isOnline,
}: book.Entry) => ({
  id,
  kind,
  displayName,
  realname,
  account,
  avatar,
  namePy,
  index,
  isOnline,
});
const promised = ({ addressBook, sharedContacts, ...others }: Readonly<Record<string, unknown>>) => ({
  ...others,
  sharedContacts: (sharedContacts as readonly book.Entry[]).map(asEntry),
  addressBook: (addressBook as readonly book.LetterGroup[]).map(({ letter, contacts }) => [
    letter,
    contacts.map(asEntry),
  ]),
});
const script = fc.array(step, { maxLength: 40, size: 'max' });

it('STORE-21: after every event each selector shows what it would show of this state alone', () => {
  fc.assert(
    fc.property(script, fc.constantFrom(two, two, ...CHATS), (steps, id) => {
      const seen = [...states(steps)].map((state) => [state, probed(state, id)] as const);
      for (const [state, values] of seen) {
        const fresh = { ...stateFromJson(structuredClone(stateToJson(state))), later: state.later };
        const alone = promised(probed(fresh, id));
        // The comparison of the runner takes ten times as long.
        if (!isDeepStrictEqual(promised(values), alone)) expect(promised(values)).toEqual(alone);
      }
    }),
    { numRuns: runs(100) },
  );
});

it('STORE-21: a selector returns the same objects while nothing that it reads has changed', () => {
  fc.assert(
    fc.property(script, fc.constantFrom(two, two, ...CHATS), (steps, id) => {
      for (const state of states(steps)) {
        const [now, later] = [probed(state, id), probed({ ...state, minute: state.minute + 1 }, id)];
        const changed = Object.keys(now).filter((name) => !isSame(name, now[name], later[name]));
        expect(changed.filter((name) => !UNKEPT.includes(name))).toEqual([]);
      }
    }),
    { numRuns: runs(20) },
  );
});

/** Probes of several lists. */
const OF_LISTS = ['rows', 'folderRows'];
const isSame = (name: string, a: unknown, b: unknown): boolean =>
  OF_LISTS.includes(name)
    ? (a as readonly unknown[]).every((one, i) => Object.is(one, (b as readonly unknown[])[i]))
    : Object.is(a, b);
