import { describe, expect, it } from 'vitest';
import { clientId, contactId, streamId, userId } from '../../src/domain/ids.ts';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import {
  aMessage,
  aPosition,
  caughtUp,
  facts,
  framed,
  local,
  place,
  postedEvent,
  run,
  server,
  signedIn,
} from '../support/contacts.ts';

const NINE = contactId(9);
const start = (parts = {}) => signedIn([facts(9, { position: aPosition('7-9'), ...parts })]);
const post = (n: number, from = 9) => framed(postedEvent(9, aMessage(`m${n}`, from, { n })), place('7-9', n));
const live = (n: number, from = 9) => server(post(n, from).event, post(n, from).place);
const kinds = (effects: readonly { readonly type: string }[]) => effects.map((one) => one.type);
const mark = (n: number) =>
  framed(
    { type: 'readMarkSet', conversation: NINE, mark: n, own: 0, seq: n + 1, count: n },
    place('7-9', n + 1),
  );

const applied = (pending: number) =>
  ({ type: 'applicationReceived', from: null, text: '', pending }) as const;
const signal = (kind: string) =>
  framed({
    type: 'callSignal',
    message: aMessage('call', 9, { type: 'webrtc' }),
    to: NINE,
    toUser: null,
    contact: null,
    signal: {
      kind,
      video: false,
      status: 3,
      code: 901,
      talkSec: null,
      sdp: '',
      candidate: '',
      isMobile: false,
      no: null,
      path: null,
    },
  });

describe('effects', () => {
  it('EFFECT-1, PUSH-19: other people’s messages sound with notifications on, and tell who wrote', () => {
    expect(run(start(), live(1)).effects).toEqual([
      { type: 'sound', conversation: '9' },
      {
        type: 'arrived',
        conversation: '9',
        from: 'Name 9',
        preview: { kind: 'text', text: 'text m1' },
        id: 'm1',
      },
    ]);
  });

  it('EFFECT-1: never for muted ones, nor for my own', () => {
    expect(run(start({ isNotice: false }), live(1)).effects).toEqual([]);
    expect(run(start(), live(1, 7)).effects).toEqual([]);
    const change = local({ type: 'pendingSet', register: 'notice', conversation: NINE, value: false });
    expect(run(start(), change, live(1)).effects).toEqual([]);
  });

  it('EFFECT-1, COUNT-2: the chat on screen needs no line, and is read only by who sees it', () => {
    const { effects } = run(start(), local({ type: 'chatOpened', conversation: NINE }), live(1));
    expect(effects).toEqual([{ type: 'sound', conversation: '9' }]);
  });

  it('EFFECT-2: replay runs no effect', () => {
    const replayed = [post(1), post(2)].map(({ event, place }) => server(event, place, 'replay'));
    expect(run(start(), ...replayed).effects).toEqual([]);
  });

  it('EFFECT-2: catching up sounds once, tells one line per conversation, and only of what is still unread', () => {
    const missed = [post(1), post(2), post(3)];
    expect(kinds(caughtUp(start(), missed).effects)).toEqual(['sound', 'arrived']);
    expect(kinds(run(start(), live(1), live(2), live(3)).effects)).toHaveLength(6);
    expect(caughtUp(start(), [...missed, mark(3)]).effects).toEqual([]);
  });

  it('EFFECT-2: an application that waits since before makes no sound of what was read elsewhere', () => {
    const waiting = run(start(), server(applied(1), place('u7', 1))).state;
    expect(caughtUp(waiting, [post(1), mark(1)]).effects).toEqual([]);
    expect(kinds(caughtUp(waiting, [post(1)]).effects)).toEqual(['sound', 'arrived']);
    const more = framed(applied(2), place('u7', 2));
    expect(kinds(caughtUp(waiting, [post(1), mark(1), more]).effects)).toEqual(['sound']);
    expect(caughtUp(waiting, [more, framed(applied(0), place('u7', 3))]).effects).toEqual([]);
  });

  it('EFFECT-2: a chat that was left and joined again while away is not gone', () => {
    const contact = facts('group-3', { position: aPosition('group-3', { seq: 8 }) });
    const left = framed(
      { type: 'left', conversation: contact.id, stream: null, until: null, why: 'removed' },
      place('u7', 1),
    );
    const joined = framed({ type: 'joined', contact, via: 'group' }, place('u7', 2));
    const state = signedIn([facts('group-3')]);
    expect(kinds(caughtUp(state, [left]).effects)).toEqual(['chatGone']);
    expect(kinds(caughtUp(state, [left, joined]).effects)).toEqual(['bindGroup']);
  });

  it('STREAM-11: an ended group goes even after a later event; a removal is history then', () => {
    const state = signedIn([facts('group-3', { position: aPosition('group-3', { seq: 8 }) })]);
    const leftWith = (why: 'removed' | 'dissolved') =>
      run(
        state,
        server(
          { type: 'left', conversation: contactId('group-3'), stream: streamId('group-3'), until: 7, why },
          place('u7', 1),
        ),
      ).state.contacts.has(contactId('group-3'));
    expect([leftWith('dissolved'), leftWith('removed')]).toEqual([false, true]);
  });

  it('UI-97: the report of a lost chat has its name and the user who ended it', () => {
    const state = signedIn([facts('group-3', { displayName: 'Team' }), facts(9, { displayName: 'Nina' })]);
    const makeRemoval = (
      conversation: string,
      why: 'removed' | 'left' | 'dissolved' | 'unfriended',
      by?: number,
    ) =>
      run(
        state,
        server(
          {
            type: 'left',
            conversation: contactId(conversation),
            stream: null,
            until: null,
            why,
            ...(by === undefined ? {} : { by: userId(by) }),
          },
          place('u7', 1),
        ),
      ).effects;
    expect(makeRemoval('group-3', 'removed', 8)).toMatchObject([
      { type: 'chatGone', why: 'removed', name: 'Team', mine: false, wasOpen: false },
    ]);
    expect(makeRemoval('9', 'unfriended', 9)).toMatchObject([{ name: 'Nina', mine: false }]);
    expect([
      ...makeRemoval('9', 'unfriended', 7),
      ...makeRemoval('group-3', 'dissolved', 7),
      ...makeRemoval('group-3', 'left'),
    ]).toMatchObject([{ mine: true }, { mine: true }, { mine: true }]);
    expect(makeRemoval('group-99', 'removed', 8)).toEqual([]);
  });

  it('EFFECT-2: a call that ended while away does not ring', () => {
    expect(kinds(caughtUp(start(), [signal('calling')]).effects)).toContain('callSignal');
    const ended = caughtUp(start(), [signal('calling'), signal('hangup')]).effects.filter(
      (effect) => effect.type === 'callSignal',
    );
    expect(ended.map((effect) => [effect.signal.kind, effect.isMissed])).toEqual([['hangup', true]]);
    expect(kinds(run(start(), { kind: 'server', framed: signal('offer'), origin: 'live' }).effects)).toEqual([
      'callSignal',
    ]);
  });

  it('EFFECT-3: `addGroup` confirms the binding of the socket; a new friend needs none', () => {
    const group = facts('group-3', { position: aPosition('group-3') });
    expect(
      run(start(), server({ type: 'joined', contact: group, via: 'group' }, place('u7', 1))).effects,
    ).toEqual([{ type: 'bindGroup', conversation: 'group-3' }]);
    expect(
      run(start(), server({ type: 'joined', contact: facts(5), via: 'friend' }, place('u7', 1))).effects,
    ).toEqual([]);
  });

  it('SESS-4: another mobile login ends the session only while multiple logins are off', () => {
    const event = {
      type: 'loggedInElsewhere',
      user: userId(7),
      client: clientId('new'),
      isMobile: true,
    } as const;
    expect(run(start(), server(event)).effects).toEqual([{ type: 'forcedLogout', client: 'new' }]);
    expect(run(start(), server({ ...event, isMobile: false })).effects).toEqual([]);
    expect(run(start(), server({ ...event, user: userId(9) })).effects).toEqual([]);
    expect(
      run(start(), local({ type: 'clientIdSet', clientId: clientId('new') }), server(event)).effects,
    ).toEqual([]);
    const config = { ...DEFAULT_CONFIG, sysInfo: { ...DEFAULT_CONFIG.sysInfo, multipleLogin: true } };
    expect(run(start(), server({ type: 'configSet', config }), server(event)).effects).toEqual([]);
  });

  it('SOCK-1: the state answers a ping, and reports a greeting and a pong', () => {
    const { state, effects } = run(
      start(),
      server({ type: 'pinged' }),
      server({ type: 'socketGreeted', client: clientId('a'), epoch: 'e' }),
      server({ type: 'ponged', multiport: true, cursor: 'next', bound: true }),
    );
    expect(kinds(effects)).toEqual(['answerPing', 'greeted', 'ponged']);
    expect(state).toMatchObject({ clientId: 'a', multiport: true, sync: { cursor: 'next' } });
  });
});
