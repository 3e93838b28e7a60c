import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduce } from '../../src/client/state/reduce.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { State } from '../../src/client/state/state.ts';
import { totalsOf } from '../../src/client/state/totals.ts';
import { rows, totals } from '../../src/client/state/selectors.ts';
import { compareContacts } from '../../src/domain/order.ts';
import { SEQUENCE_START } from '../../src/client/state/sequence-start.ts';
import { turn } from '../../src/client/state/turn.ts';
import type { TurnCore } from '../../src/client/state/first-turn.ts';
import type { FramedEvent } from '../../src/domain/events.ts';
import { local, run, signedIn } from '../support/contacts.ts';
import { framedRow, ModelServer, type Command } from '../support/model-server.ts';
import { runs } from '../support/runs.ts';
import { asScript, expectedList, scriptOf, type SmallestLine } from '../support/smallest.ts';

const command: fc.Arbitrary<Command> = fc.record({
  what: fc.constantFrom(
    'say',
    'say',
    'say',
    'sayMine',
    'sayMine',
    'mention',
    'mention',
    'mentionAll',
    'recall',
    'recall',
    'delete',
    'read',
    'read',
    'readMentions',
    'partnerRead',
    'hide',
    'top',
    'notice',
    'archive',
    'unreadMark',
    'rename',
    'leave',
    'join',
    'join',
    'remark',
  ),
  chat: fc.constantFrom(0, 1, 1, 1, 2),
  pick: fc.nat({ max: 1_000 }),
});
const commands = fc.array(command, { maxLength: 60, size: 'max' });

/** The list of this moment, with empty windows that follow from here. */
function opened(server: ModelServer): State {
  const state = run(
    signedIn(),
    local({
      type: 'contactsLoaded',
      contacts: server.facts(),
      epoch: 'e',
      cursor: 'c',
      selfSeq: server.ownHead,
      applications: 0,
    }),
  ).state;
  return server.chats.reduce(
    (at, chat) =>
      run(
        at,
        local({
          type: 'pageLoaded',
          conversation: chat.id,
          which: 'first',
          messages: chat.member ? server.shown(chat) : [],
          complete: true,
        }),
      ).state,
    state,
  );
}

const live = (state: State, framed: FramedEvent): State =>
  reduce(state, { kind: 'server', framed, origin: 'live' }).state;

/** The visible state of the conversations and the client's position, without internal counters. */
function readView(state: State): unknown {
  const contacts = [...state.contacts].map(({ counting, ...contact }) => ({
    ...contact,
    seq: counting.seq,
    count: counting.count,
    mark: counting.mark,
    mentionMark: counting.mentionMark,
    hiddenTo: counting.hiddenTo,
    peerMark: counting.peerMark,
  }));
  return { contacts, totals: state.totals, selfSeq: state.sync.selfSeq };
}

function checkAgainst(server: ModelServer, state: State): void {
  expect(state.contacts.size).toBe(server.chats.filter((chat) => chat.member).length);
  for (const chat of server.chats) {
    if (!chat.member) continue;
    const contact = state.contacts.get(chat.id);
    expect([contact?.unread, contact?.mentions], chat.id).toEqual([
      server.unread(chat),
      server.mentions(chat),
    ]);
  }
}

/** Commands with the frames of each, as they would arrive at once. */
function play(
  list: readonly Command[],
  onEvent: (framed: FramedEvent, server: ModelServer) => void,
  server = new ModelServer(),
): ModelServer {
  for (const one of list) {
    const before = server.rows.length;
    server.run(one);
    for (const row of server.rows.slice(before)) onEvent(framedRow(row), server);
  }
  return server;
}

/** The frames of a server, and the list that it gives to a fresh login. */
function scriptBeside(server: ModelServer): readonly SmallestLine[] {
  const lines = scriptOf(opened(new ModelServer()), server.rows.map(framedRow));
  return [...lines, expectedList(opened(server), lines.at(-1)?.atMs ?? 0)];
}

/** 200 runs; a failure leaves the frames of its smallest example as a script. */
const makeReport = <Ts extends [Command[], ...unknown[]]>(name: string) => ({
  numRuns: runs(200),
  ...asScript<Ts>(name, ([list]) => scriptBeside(play(list, () => undefined))),
});

describe('the client beside a plain server', () => {
  it('COUNT-1 COUNT-3 COUNT-5 COUNT-6: after every event the figures are those of a plain recount', () => {
    fc.assert(
      fc.property(commands, (list) => {
        let state = opened(new ModelServer());
        const server = play(list, (framed, now) => {
          state = live(state, framed);
          checkAgainst(now, state);
        });
        expect(readView(state)).toEqual(readView(opened(server)));
      }),
      makeReport('figures'),
    );
  });

  it('STORE-2: a snapshot of any moment and the events after it are a fresh snapshot', () => {
    fc.assert(
      fc.property(commands, commands, (first, second) => {
        const server = play(first, () => undefined);
        let state = opened(server);
        const from = server.rows.length;
        play(second, () => undefined, server);
        // Reads late: content is joined in its current state, recalled or deleted.
        for (const row of server.rows.slice(from)) state = live(state, framedRow(row));
        expect(readView(state)).toEqual(readView(opened(server)));
      }),
      {
        numRuns: runs(200),
        ...asScript<[Command[], Command[]]>('snapshot', ([first, second]) =>
          scriptBeside(play([...first, ...second], () => undefined)),
        ),
      },
    );
  });

  it('STORE-8 RECALL-2: an open window shows what the server would answer', () => {
    fc.assert(
      fc.property(commands, (list) => {
        let state = opened(new ModelServer());
        const stays = list.filter((one) => one.what !== 'leave');
        const server = play(stays, (framed) => (state = live(state, framed)));
        for (const chat of server.chats)
          expect(state.conversations.get(chat.id)?.chunks.flat()).toEqual(server.shown(chat));
      }),
      makeReport('window'),
    );
  });

  it('STORE-1: applying an event twice changes nothing', () => {
    fc.assert(
      fc.property(commands, (list) => {
        let state = opened(new ModelServer());
        play(list, (framed) => {
          state = live(state, framed);
          expect(live(state, framed)).toBe(state);
        });
      }),
      makeReport('twice'),
    );
  });

  it('LIST-4: stored totals equal a recount, and rows are in order, under any pending changes', () => {
    const pendingChange = fc.record({
      register: fc.constantFrom('top', 'notice', 'archive', 'unread', 'read', 'hide', 'mentionsRead'),
      chat: fc.nat({ max: 2 }),
      value: fc.nat({ max: 30 }),
    });
    fc.assert(
      fc.property(commands, fc.array(pendingChange, { maxLength: 6 }), (list, pendingChanges) => {
        const start = new ModelServer();
        let state = opened(start);
        for (const { register, chat, value } of pendingChanges) {
          const flag = ['top', 'notice', 'archive', 'unread'].includes(register);
          const event = {
            type: 'pendingSet',
            register,
            conversation: start.chats[chat]?.id,
            value: flag ? value % 2 === 0 : value,
          };
          state = run(state, local(event as Parameters<typeof local>[0])).state;
        }
        play(list, (framed) => {
          state = live(state, framed);
          expect(state.totals).toEqual(totalsOf(state.contacts, 0));
          const all = rows(state);
          expect([...all].toSorted(compareContacts)).toEqual(all);
          // The list leaves out chats without a message.
          expect(totals(state)).toEqual(totalsOf(all, 0));
        });
      }),
      makeReport<[Command[], ...unknown[]]>('totals'),
    );
  });

  it('STREAM-7 COUNT-4: any interleaving of streams gives the same state', () => {
    fc.assert(
      fc.property(commands, fc.array(fc.nat(), { minLength: 1, maxLength: 300 }), (list, picks) => {
        const frames = play(list, () => undefined).rows.map(framedRow);
        const start = opened(new ModelServer());
        const inOrder = through(start, frames);
        expect(inOrder.core.sequencer.gaps.size).toBe(0);
        const ownFirst = [...frames.filter(isOwn), ...frames.filter((one) => !isOwn(one))];
        const ownLast = [...frames.filter((one) => !isOwn(one)), ...frames.filter(isOwn)];
        for (const order of [interleaved(frames, picks), ownFirst, ownLast]) {
          const mixed = through(start, order);
          // More waited for a `joined` than a stream may hold: that is answered by a resync.
          if (mixed.asked) continue;
          expect(mixed.core.sequencer.gaps.size).toBe(0);
          expect(plain(mixed.core.state)).toEqual(plain(inOrder.core.state));
        }
      }),
      makeReport<[Command[], ...unknown[]]>('interleaved'),
    );
  });
});

const isOwn = ({ place }: FramedEvent): boolean => place?.stream === 'u7';

/** The whole way of a frame: sequencer and reducer. `asked`: more was held than a stream may hold. */
function through(
  state: State,
  frames: readonly FramedEvent[],
): { readonly core: TurnCore; readonly asked: boolean } {
  let core: TurnCore = { state, sequencer: SEQUENCE_START };
  let isRequested = false;
  for (const framed of frames) {
    const done = turn(core, { kind: 'framed', framed, origin: 'live' }, 0);
    core = done.core;
    isRequested ||= done.effects.some((effect) => effect.type === 'requestResync');
  }
  return { core, asked: isRequested };
}

/** Takes from the streams in any order, each stream in its own. */
function interleaved(frames: readonly FramedEvent[], picks: readonly number[]): readonly FramedEvent[] {
  const queues = new Map<string, FramedEvent[]>();
  for (const one of frames)
    queues.set(one.place?.stream ?? '', [...(queues.get(one.place?.stream ?? '') ?? []), one]);
  const mixed: FramedEvent[] = [];
  for (let i = 0; mixed.length < frames.length; i++) {
    const open = [...queues.values()].filter((queue) => queue.length > 0);
    const next = open[(picks[i % picks.length] ?? 0) % open.length]?.shift();
    if (next) mixed.push(next);
  }
  return mixed;
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** The whole state. Windows are listed by ID, because their order only shows the last use. */
function plain(state: State): unknown {
  const json = stateToJson(state);
  return { ...json, conversations: json.conversations.toSorted(byId) };
}
