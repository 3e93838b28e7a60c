import { describe, expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { EventLog, importScript, replay } from '../../src/client/state/log.ts';
import { logLimits } from '../../src/client/state/limits.ts';
import { snapshotOf } from '../../src/client/state/snapshot-changes.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import { aLast, aMessage, aPosition, facts, local, place, run, server } from '../support/contacts.ts';
import { item, NINE, numbered, page, post, recalled, start } from '../support/one-chat.ts';

const quoteOf = (n: number) => ({
  msgId: msgId(n),
  content: `Nine: quoted ${n}`,
  userId: userId(9),
  realname: 'Nine',
});

const draft = (text: string) => ({
  name: 'draft group-2' as const,
  value: { text, at: [], quote: null },
});
const drafted = (text: string) => server({ type: 'keptSet', op: 'o', kept: draft(text) });

const types = (what: 'text' | 'stop') =>
  server({ type: 'typingHeard', conversation: NINE, user: userId(9), name: 'Nine', what });

describe('the log of what came', () => {
  it('STORE-11: the log replays to the same state, also after the oldest were dropped', () => {
    const log = new EventLog();
    let state = start();
    const take = (input: Input) => {
      const before = state;
      state = run(state, input).state;
      log.record(1, input, before, state);
    };
    take(page([]));
    take(local({ type: 'pendingSet', register: 'top', conversation: NINE, value: true }));
    for (let n = 1; n <= logLimits.ringMax + 700; n++) take(post(n, n % 3 === 0 ? 7 : 9));
    expect(log.entries().length).toBeLessThanOrEqual(logLimits.ringMax);
    expect(stateToJson(replay(importScript(log.export())))).toEqual(stateToJson(state));
  });

  it('STORE-11: the first state that the shortened log keeps has no recalled text', () => {
    const log = new EventLog();
    const [back, kept] = [item('a', 'taken back'), item('b', 'waits on')];
    const { state } = run(start(), local({ type: 'outboxSet', items: [back, kept] }));
    log.record(1, local({ type: 'outboxRemoved', id: back.message.id, erased: true }), state, state);
    // A device without room shows it once more.
    const count = logLimits.ringMax + logLimits.checkpointEvery;
    for (let at = 1; at <= count; at += 1)
      log.record(at, local({ type: 'minuteTicked', minute: at }), state, state);
    expect([log.entries().length, log.recorded]).toEqual([logLimits.ringMax, count + 1]);
    expect(log.entries()[0]?.atMs).toBe(logLimits.checkpointEvery + 1);
    expect(log.export()).not.toContain('taken back');
    expect(log.export()).toContain('waits on');
    log.record(count, local({ type: 'minuteTicked', minute: 0 }), state, state);
    expect(log.entries()).toHaveLength(logLimits.ringMax - logLimits.checkpointEvery + 1);
  });

  it('SESS-3: a log that was cleared holds nothing, and knows nothing of what was erased or edited', () => {
    const log = new EventLog();
    const [first, second] = [item('a', 'words of a'), item('b', 'words of b')];
    log.record(1, local({ type: 'outboxRemoved', id: first.message.id, erased: true }), start(), start());
    const edited = {
      type: 'messageEdited',
      conversation: NINE,
      id: second.message.id,
      msgId: null,
      n: 1,
      author: userId(7),
      was: [],
      mentioned: [],
      words: { content: 'edited', rev: 1 },
      last: undefined,
    } as const;
    log.record(1, server(edited), start(), start());
    const put = local({ type: 'outboxSet', items: [first, second] });
    log.record(2, put, start(), run(start(), put).state);
    expect(log.export()).not.toMatch(/words of/);
    log.clear();
    expect([log.export(), log.before(), log.entries()]).toEqual(['', null, []]);
    log.record(3, put, start(), run(start(), put).state);
    expect(log.export()).toMatch(/words of a.*words of b/);
  });

  it('STORE-11: a malformed line of a script is refused with its number, empty lines are skipped', () => {
    const line = '{"atMs":1,"origin":"machine","event":{}}';
    expect(importScript(`${line}\n\n${line}\n`)).toHaveLength(2);
    for (const wrong of ['1', 'null', '"x"', '{"origin":"local"}', '{"event":{}}'])
      expect(() => importScript(`${line}\n${wrong}`), wrong).toThrow('script line 2 has no origin or event');
    const state = start();
    expect(replay(importScript(line), state)).toBe(state);
    const head = '{"atMs":1,"origin":"script","event":{"version":1,"masked":false}}';
    expect(replay(importScript(head), state)).toBe(state);
  });

  it('STORE-11: a recall takes the words out of the log as well, and it still replays', () => {
    const log = new EventLog();
    let state = start();
    for (const input of [
      page([]),
      post(1),
      post(2),
      local({ type: 'outboxPut', item: item('m3', 'text m3') }),
      recalled(1, 3),
    ]) {
      const before = state;
      state = run(state, input).state;
      log.record(1, input, before, state);
    }
    expect(log.export()).not.toContain('text m1');
    expect(log.export()).toContain('text m2');
    expect(stateToJson(replay(importScript(log.export())))).toEqual(stateToJson(state));
    expect(() => importScript('{"atMs":1}\n')).toThrow('line 1');
  });

  it('STORE-11: a log that begins while a user types replays to the same state', () => {
    const log = new EventLog();
    const typed = run(run(start(), page([])).state, types('text')).state;
    const after = run(typed, post(1)).state;
    log.record(1, post(1), typed, after);
    const script = importScript(log.export());
    expect(stateToJson(replay(script)).typing).toEqual(stateToJson(after).typing);
    expect(replay(script.slice(0, 1)).typing).toEqual(typed.typing);
    expect(run(replay(script.slice(0, 1)), types('stop')).state.typing).toBeUndefined();
  });

  it('STREAM-4: the previous text of a draft is in no line of the log after a change', () => {
    const log = new EventLog();
    let state = start();
    for (const input of [
      local({ type: 'keptLoaded', list: [draft('begun')] }),
      drafted('gone on'),
      drafted('now'),
    ]) {
      const before = state;
      state = run(state, input).state;
      log.record(1, input, before, state);
    }
    expect(log.export()).not.toMatch(/begun|gone on/);
    expect(log.export()).toContain('now');
    expect(stateToJson(replay(importScript(log.export())))).toEqual(stateToJson(state));
  });

  it('STREAM-4, STORE-11: erased words go from every line of the log that holds them', () => {
    const log = new EventLog();
    let state = start();
    const quote = { msgId: msgId(1), content: 'Nine: text m1', userId: userId(9), realname: 'Nine' };
    const row = {
      ...facts(9, { position: aPosition('7-9') }),
      last: aLast({ n: 1, id: messageId('m1'), content: 'text m1' }),
    };
    const take = (...inputs: readonly Input[]) => {
      for (const input of inputs) {
        const before = state;
        state = run(state, input).state;
        log.record(1, input, before, state);
      }
    };
    take(page([]), post(1), post(2, 9, { quote }), post(3));
    take(
      local({
        type: 'contactsLoaded',
        contacts: [row],
        epoch: 'e',
        cursor: 'c',
        selfSeq: 0,
        applications: 0,
      }),
      local({ type: 'contactResynced', stream: streamId('7-9'), contact: row }),
    );
    take(page(numbered(1, 3)), local({ type: 'restored', snapshot: snapshotOf(state)! }), recalled(1, 4));
    expect(log.export()).not.toContain('text m1');
    expect(log.export()).toContain('text m2');
    take(server({ type: 'historyCleared', conversation: NINE, n: 2, mentions: 0 }, place('7-9', 5)));
    expect(log.export()).not.toContain('text m2');
    expect(log.export()).toContain('text m3');
    expect(stateToJson(replay(importScript(log.export())))).toEqual(stateToJson(state));
  });

  it('STREAM-4, COUNT-10: a cleared line that only a deletion had named leaves no words in the log', () => {
    const log = new EventLog();
    let state = start();
    const last = aLast({ n: 2, id: messageId('m2'), content: 'text m2' });
    const id = messageId('m3');
    const removal = { conversation: NINE, id, msgId: msgId(3), n: 3, last, mentioned: [], author: userId(9) };
    for (const input of [
      server({ ...removal, type: 'messageDeleted' }, place('7-9', 4)),
      server({ type: 'historyCleared', conversation: NINE, n: 3, mentions: 0 }, place('7-9', 5)),
    ]) {
      const before = state;
      state = run(state, input).state;
      log.record(1, input, before, state);
    }
    expect(log.export()).not.toContain('text m2');
    expect(stateToJson(replay(importScript(log.export())))).toEqual(stateToJson(state));
  });

  it.each(['messageDeleted', 'messageRecalled'] as const)(
    'STREAM-4: a page that was on its way while a message of it went (%s) leaves no words in the log',
    (type) => {
      const log = new EventLog();
      let state = start();
      const take = (input: Input): void => {
        const before = state;
        state = run(state, input).state;
        log.record(1, input, before, state);
      };
      take(local({ type: 'chatOpened', conversation: NINE }));
      const removal = {
        conversation: NINE,
        id: messageId('m1'),
        msgId: msgId(1),
        n: 1,
        last: null,
        mentioned: [],
      };
      const by = {
        by: userId(9),
        byName: 'x',
        byManager: false,
        isLast: false,
        content: '',
        author: userId(9),
      };
      take(server({ ...removal, ...by, type }, place('7-9', 2)));
      const link = { url: 'https://a.test/', title: 'its card', text: '', site: 'a.test', picture: null };
      const first = aMessage('m1', 9, { n: 1, content: 'gone', link });
      take(page([first, aMessage('m2', 9, { n: 2 })], 'first'));
      expect(log.export()).not.toContain('"gone"');
      expect(log.export()).not.toContain('its card');
      expect(stateToJson(replay(importScript(log.export())))).toEqual(stateToJson(state));
    },
  );

  it('STREAM-4: an item that was recalled before it was sent leaves no text in the log', () => {
    const log = new EventLog();
    const waiting = item('a', 'taken back');
    const inputs = [
      local({ type: 'outboxSet', items: [waiting] }),
      local({ type: 'outboxPut', item: { ...waiting, status: 'sending' } }),
    ];
    let state = start();
    const take = (...all: readonly Input[]): void => {
      for (const input of all) {
        const before = state;
        state = run(state, input).state;
        log.record(1, input, before, state);
      }
    };
    take(...inputs, local({ type: 'outboxRemoved', id: messageId('b'), erased: true }));
    take(local({ type: 'outboxRemoved', id: waiting.message.id }), ...inputs);
    expect(log.export()).toContain('taken back');
    take(local({ type: 'outboxRemoved', id: waiting.message.id, erased: true }));
    expect(log.export()).not.toContain('taken back');
    take(local({ type: 'outboxPut', item: item('d', 'sent by another tab, then cleared') }));
    const ofMine = {
      type: 'messageVoid',
      conversation: NINE,
      id: messageId('d'),
      n: 1,
      from: userId(7),
    } as const;
    take(server(ofMine, place('7-9', 1)));
    expect(log.export()).not.toContain('then cleared');
    // Another tab could not remove it on a full disk, so it appears once more.
    const again = local({ type: 'outboxSet', items: [waiting, item('c', 'kept')] });
    take(again);
    expect(log.export()).not.toContain('taken back');
    expect(log.export()).toContain('kept');
    for (let at = 0; at < 500; at += 1) take(local({ type: 'minuteTicked', minute: at }));
    expect(log.export()).not.toContain('taken back');
  });

  it('STREAM-4, COUNT-10: a quote of a cleared line that was never here loses its words as well', () => {
    const lines = [
      aMessage('m5', 9, { n: 5, msgId: msgId(5), quote: quoteOf(1) }),
      aMessage('m6', 9, { n: 6, msgId: msgId(6), quote: quoteOf(5) }),
    ];
    const log = new EventLog();
    let state = start();
    for (const input of [
      page(lines),
      server({ type: 'historyCleared', conversation: NINE, n: 4, mentions: 0 }, place('7-9', 5)),
    ]) {
      const before = state;
      state = run(state, input).state;
      log.record(1, input, before, state);
    }
    const left = state.conversations.get(NINE)?.chunks.flat() ?? [];
    expect(left.map((one) => one.quote?.content)).toEqual(['', 'Nine: quoted 5']);
    expect(log.export()).not.toContain('quoted 1');
    expect(log.export()).toContain('quoted 5');
  });

  it('STREAM-4, COUNT-10: messages between a cleared part and the loaded page are loaded and quoted', () => {
    const lines = [
      aMessage('m8', 9, { n: 8, msgId: msgId(8), quote: quoteOf(6), root: 5 }),
      aMessage('m9', 9, { n: 9, msgId: msgId(9), quote: quoteOf(3), root: 3 }),
    ];
    const log = new EventLog();
    let state = start();
    const take = (input: Input): void => {
      const before = state;
      state = run(state, input).state;
      log.record(1, input, before, state);
    };
    take(page(lines));
    take(server({ type: 'historyCleared', conversation: NINE, n: 4, mentions: 0 }, place('7-9', 5)));
    const window = state.conversations.get(NINE);
    expect(window?.chunks.flat().map((one) => one.quote?.content)).toEqual(['Nine: quoted 6', '']);
    expect(window?.complete).toBe(false);
    expect(stateToJson(replay(importScript(log.export())))).toEqual(stateToJson(state));
    take(server({ type: 'historyCleared', conversation: NINE, n: 7, mentions: 0 }, place('7-9', 6)));
    expect(state.conversations.get(NINE)?.complete).toBe(true);
  });
});
