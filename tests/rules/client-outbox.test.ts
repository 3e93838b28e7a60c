import { describe, expect, it } from 'vitest';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import {
  loggedIn,
  ME,
  messageOf,
  scripted,
  type Reply,
  type Scripted,
  type SeenRequest,
} from '../support/scripted-server.ts';

const BERT = contactId(9);
const TEAM = contactId('group-3');
const draft = (text: string) => ({ text, at: [], quote: null });

interface Sent {
  readonly id: string;
  readonly toContactId: string;
  readonly content: string;
}

const bodies = (requests: readonly SeenRequest[]): readonly Sent[] =>
  requests.flatMap((one) => one.body as Sent | Sent[]);
const words = (requests: readonly SeenRequest[]): readonly string[] =>
  bodies(requests).map((one) => one.content);
const shown = ({ client }: Scripted, chat = BERT) =>
  (client.core.get().outbox.get(chat) ?? []).map((one) => [one.message.content, one.status]);

/** The first result, as our server answers it. */
const taken = (request: SeenRequest): Reply => {
  const one = request.body as Sent | Sent[];
  const answer = (item: Sent, n: number) => ({
    ...messageOf(n, item.content, { from: 7, id: item.id }),
    toContactId: 9,
  });
  if (!Array.isArray(one)) return { code: 0, data: answer(one, 1) };
  return {
    code: 0,
    data: one.map((item, n) => ({ id: item.id, code: 0, msg: '', data: answer(item, n + 1) })),
  };
};

async function write(on: Scripted, text: string, to = BERT) {
  const made = await on.client.actions.send(to, draft(text));
  if (!made.ok) throw new Error(JSON.stringify(made.reason));
  await on.settle();
  return made.value;
}

/** A browser profile on a disk that may be full: then nothing is written. */
function profileOnDisk() {
  const profile = createMemoryProfile();
  const write = profile.records.write.bind(profile.records);
  const room = { full: false };
  Object.assign(profile.records, {
    write: (...given: Parameters<typeof write>) =>
      room.full ? Promise.reject(new Error('no room left')) : write(...given),
  });
  return { profile, room };
}

describe('the outbox of the client', () => {
  it('SEND-18: a message written after another tab logged out is refused and discarded', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    const unsubscribed = {
      ...profile,
      settings: () => ({ ...profile.settings(), onChange: () => () => undefined }),
    };
    const second = await scripted({ profile: unsubscribed });
    await second.client.start();
    await second.settle();
    await first.client.actions.logout();
    expect(second.client.session.get().name).toBe('signedIn');
    expect((await second.client.actions.send(BERT, draft('too late'))).ok).toBe(false);
    second.client.actions.saveDraft(BERT, draft('too late'));
    await second.settle();
    expect([profile.stored('7', 'outbox').size, second.of('/sendMessage').length, shown(second)]).toEqual([
      0,
      0,
      [],
    ]);
    expect(profile.settings().get('draft-9')).toBe(null);
    await first.login();
    expect(first.client.actions.draft(BERT).text).toBe('too late');
  });

  it('SEND-3: an item is stored before the first attempt, and survives a reload', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    const storedAtAttempt: number[] = [];
    first.answer('/sendMessage', () => {
      storedAtAttempt.push(profile.stored('7', 'outbox').size);
      return { kind: 'timeout' };
    });
    const id = await write(first, 'hello');
    expect(storedAtAttempt).toEqual([1]);
    await first.client.stop();
    const second = await scripted({ profile });
    second.answer('/sendMessage', taken);
    await second.client.start();
    await second.clock.advance(100);
    expect(bodies(second.of('/sendMessage')).map((one) => one.id)).toEqual([id]);
    expect(profile.stored('7', 'outbox').size).toBe(0);
  });

  it('STREAM-4: a repeated send after a recall or deletion leaves no text in the log', async () => {
    for (const tombstone of [
      (id: string) => ({ ...messageOf(1, '', { from: 7, id }), toContactId: 9, type: 'event', is_undo: 1 }),
      (id: string) => ({ id, msg_id: 1, toContactId: 9, status: 'succeed', gone: 1, stream: '7-9', seq: 1 }),
    ]) {
      const on = await loggedIn();
      on.answer('/sendMessage', (request) => ({
        code: 0,
        data: tombstone((request.body as Sent).id),
      }));
      await write(on, 'taken back elsewhere');
      expect(shown(on)).toEqual([]);
      expect(on.client.core.log.export()).toContain('"origin":"state"');
      expect(on.client.core.log.export()).not.toContain('taken back elsewhere');
    }
  });

  it('STORE-10: a draft is kept until what was sent is stored; what was written since stays', async () => {
    const on = await loggedIn();
    const { actions } = on.client;
    on.client.actions.saveDraft(BERT, draft('hello '));
    const sending = actions.send(BERT, draft('hello'));
    expect(actions.draft(BERT).text).toBe('hello ');
    await sending;
    expect(actions.draft(BERT).text).toBe('');
    actions.saveDraft(BERT, draft('one'));
    const again = actions.send(BERT, draft('one'));
    actions.saveDraft(BERT, draft('two'));
    await again;
    expect(actions.draft(BERT).text).toBe('two');
  });

  it('SEND-3: an item that was being stored when its page closed is sent by the next page', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    const sending = first.client.actions.send(BERT, draft('on my way'));
    await first.client.stop();
    await sending;
    expect(first.of('/sendMessage')).toEqual([]);
    const second = await scripted({ profile });
    second.answer('/sendMessage', taken);
    await second.client.start();
    await second.clock.advance(100);
    expect(words(second.of('/sendMessage'))).toEqual(['on my way']);
  });

  it.each([
    ['a time-out', { kind: 'timeout' }],
    ['a cut', { kind: 'broken' }],
    ['HTTP 503', { kind: 'answer', status: 503, text: '' }],
  ] as const)(
    'SEND-4: %s is tried again with the same id, and later ones of that conversation wait',
    async (_, outcome) => {
      const on = await loggedIn();
      on.answer('/sendMessage', outcome);
      const id = await write(on, 'one');
      await write(on, 'two');
      await write(on, 'elsewhere', TEAM);
      expect(shown(on)).toEqual([
        ['one', 'unknown'],
        ['two', 'queued'],
      ]);
      expect(on.notices).toEqual([]);
      await on.clock.advance(3_000);
      expect(
        bodies(on.of('/sendMessage'))
          .filter((one) => one.toContactId === BERT)
          .map((one) => one.id),
      ).toEqual([id, id, id]);
      on.answer('/sendMessage', taken);
      await on.clock.advance(4_000);
      expect(shown(on)).toEqual([]);
      const toBert = bodies(on.of('/sendMessage')).filter((one) => one.toContactId === BERT);
      expect(toBert.at(-1)?.content).toBe('two');
    },
  );

  it('SEND-5: a definite refusal fails with its reason and lets later ones go on; a hand sends it again', async () => {
    const on = await loggedIn();
    on.answer('/sendMessage', (request) =>
      (request.body as Sent).content === 'bad' ? { code: 400, msg: 'too bad' } : taken(request),
    );
    const id = await write(on, 'bad');
    await write(on, 'good');
    expect(shown(on)).toEqual([['bad', 'failed']]);
    expect(on.client.core.get().outbox.get(BERT)?.[0]?.reason).toBe('too bad');
    expect(on.notices).toEqual([{ kind: 'message', text: 'too bad' }, { kind: 'sent' }]);
    expect(words(on.of('/sendMessage'))).toEqual(['bad', 'good']);
    on.answer('/sendMessage', taken);
    on.client.actions.retry(id);
    await on.settle();
    expect(shown(on)).toEqual([]);
    expect(bodies(on.of('/sendMessage')).at(-1)?.id).toBe(id);
  });

  it('SEND-5: retry_ms only delays', async () => {
    const on = await loggedIn();
    on.answer('/sendMessage', { code: 400, msg: 'slowly', data: { retry_ms: 5_000 } });
    await write(on, 'one');
    expect(shown(on)).toEqual([['one', 'queued']]);
    on.answer('/sendMessage', taken);
    await on.clock.advance(4_999);
    expect(on.of('/sendMessage')).toHaveLength(1);
    await on.clock.advance(1);
    expect(shown(on)).toEqual([]);
    expect(on.notices).toEqual([{ kind: 'sent' }]);
  });

  it('SEND-5, SEND-14: code −1 keeps the item for that user; it never goes out under another session', async () => {
    const on = await loggedIn();
    on.answer('/sendMessage', { code: -1, msg: '' });
    await write(on, 'mine');
    expect(on.client.session.get().name).toBe('ended');
    on.answer('/sendMessage', taken);
    on.answer('/login', {
      code: 0,
      data: { authToken: 'bearer t8', userInfo: { ...ME, user_id: 8, id: 8 } },
    });
    await on.login();
    await on.clock.advance(120_000);
    expect(on.of('/sendMessage')).toHaveLength(1);
    await on.client.actions.logout();
    on.answer('/login', { code: 0, data: { authToken: 'bearer t9', userInfo: ME } });
    await on.login();
    await on.clock.advance(100);
    expect(on.of('/sendMessage').map((one) => one.headers['authorization'])).toEqual([
      'bearer t1',
      'bearer t9',
    ]);
  });

  it('SEND-6, SEND-8: waiting items go out together, in order, and each has its outcome', async () => {
    const on = await loggedIn();
    on.page.setOnline(false);
    for (const word of ['one', 'two', 'three']) await write(on, word);
    on.answer('/sendMessage', (request) => {
      const items = request.body as Sent[];
      return {
        code: 0,
        data: items.map((item, n) => ({
          id: item.id,
          code: n === 1 ? 400 : 0,
          msg: n === 1 ? 'no' : '',
          data: '',
        })),
      };
    });
    on.page.setOnline(true);
    await on.settle();
    expect(on.of('/sendMessage').map((one) => (one.body as Sent[]).map((item) => item.content))).toEqual([
      ['one', 'two', 'three'],
    ]);
    expect(shown(on)).toEqual([['two', 'failed']]);
  });

  it('SEND-7: the stream event settles an item whose answer never came', async () => {
    const on = await loggedIn();
    on.answer('/sendMessage', { kind: 'timeout' });
    const id = await write(on, 'one');
    on.answer('/sendMessage', taken);
    on.push('simple', messageOf(1, 'one', { from: 7, id }), { stream: '7-9', seq: 1 });
    await on.settle();
    expect(shown(on)).toEqual([]);
    await write(on, 'two');
    await on.clock.advance(60_000);
    expect(words(on.of('/sendMessage'))).toEqual(['one', 'two']);
    expect(on.profile.stored('7', 'outbox').size).toBe(0);
  });

  it('SEND-12: the last pending change wins, waits offline, is retried, and goes once answered', async () => {
    const on = await loggedIn();
    const state = () => on.client.core.get();
    on.page.setOnline(false);
    await on.client.actions.setTop(BERT, true);
    await on.client.actions.setNotice(BERT, false);
    await on.client.actions.setTop(BERT, false);
    await on.client.actions.setTop(BERT, true);
    await on.clock.advance(60_000);
    expect(on.of('/setChatTop')).toEqual([]);
    on.answer('/setChatTop', { kind: 'timeout' });
    on.answer('/isNotice', { code: 400, msg: 'no' });
    on.page.setOnline(true);
    await on.settle();
    expect(on.of('/setChatTop').map((one) => one.body)).toMatchObject([{ id: '9', is_group: 0, is_top: 1 }]);
    expect([state().pending.notice.size, state().pending.top.get(BERT)]).toEqual([0, true]);
    expect(on.notices).toEqual([{ kind: 'message', text: 'no' }]);
    on.answer('/setChatTop', { code: 0 });
    await on.clock.advance(1_000);
    expect(on.of('/setChatTop')).toHaveLength(2);
    expect(state().pending.top.get(BERT)).toBe(true);
    on.push('setChatTop', { id: 9, is_top: 1, is_group: 0 }, { stream: 'u7', seq: 1 });
    await on.settle();
    expect([state().pending.top.size, state().contacts.get(BERT)?.isTop]).toEqual([0, true]);
    await on.clock.advance(60_000);
    expect(on.of('/setChatTop')).toHaveLength(2);
  });

  it('SEND-12: pending changes survive a reload', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    first.page.setOnline(false);
    await first.client.actions.setTop(BERT, true);
    await first.clock.advance(1_000);
    await first.client.stop();
    const second = await scripted({ profile });
    await second.client.start();
    await second.clock.advance(100);
    expect(second.of('/setChatTop').map((one) => one.body)).toMatchObject([
      { id: '9', is_group: 0, is_top: 1 },
    ]);
  });

  it('SEND-13: a waiting item is simply removed; for a sent one the server gets the discard', async () => {
    const on = await loggedIn();
    on.answer('/sendMessage', { kind: 'timeout' });
    const unknown = await write(on, 'maybe');
    const queued = await write(on, 'never');
    on.client.actions.discard(queued);
    on.client.actions.discard(unknown);
    expect([shown(on), on.client.actions.unsent()]).toEqual([[], 0]);
    on.answer('/sendMessage', taken);
    await on.clock.advance(5_000);
    expect(words(on.of('/sendMessage'))).not.toContain('never');
    expect(words(on.of('/sendMessage'))).toEqual(['maybe']);
    expect(on.of('/undoMessage').map((one) => one.body)).toEqual([{ id: unknown, discard: 1 }]);
    expect(on.profile.stored('7', 'outbox').size).toBe(0);
  });

  it('SEND-13: the request to take it back survives a reload', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    first.answer('/sendMessage', { kind: 'timeout' });
    const id = await write(first, 'maybe');
    first.client.actions.discard(id);
    await first.settle();
    await first.client.stop();
    const second = await scripted({ profile });
    second.answer('/sendMessage', taken);
    await second.client.start();
    expect(shown(second)).toEqual([]);
    await second.clock.advance(1_000);
    expect(second.of('/undoMessage').map((one) => one.body)).toEqual([{ id, discard: 1 }]);
    expect(second.of('/sendMessage')).toEqual([]);
  });

  it('SEND-13: a copy of what was refused and discarded may come later: it is recalled, too', async () => {
    const on = await loggedIn();
    on.answer('/sendMessage', { code: 401, msg: 'silenced' });
    const id = await write(on, 'not now');
    on.client.actions.discard(id);
    await on.settle();
    expect(on.of('/undoMessage').map((one) => one.body)).toEqual([{ id, discard: 1 }]);
    expect([shown(on), on.profile.stored('7', 'outbox').size]).toEqual([[], 0]);
  });

  it('SEND-13: a discard from a tab that does not send is stored once there is room', async () => {
    const { profile, room } = profileOnDisk();
    const first = await loggedIn({ profile });
    first.page.setOnline(false);
    const made = await first.client.actions.send(BERT, draft('hello'));
    const second = await scripted({ profile, isVisible: false });
    await second.client.start();
    await second.settle();
    room.full = true;
    if (made.ok) second.client.actions.discard(made.value);
    await second.settle();
    first.answer('/sendMessage', taken);
    first.page.setOnline(true);
    await first.settle();
    room.full = false;
    await second.clock.advance(60_000);
    await first.clock.advance(60_000);
    expect(shown(second)).toEqual([]);
    expect(first.of('/undoMessage').map((one) => one.body)).toEqual([
      { id: made.ok && made.value, discard: 1 },
    ]);
  });

  it('SEND-13: a retry without room does not bring back what another tab discarded since', async () => {
    const { profile, room } = profileOnDisk();
    const first = await loggedIn({ profile });
    first.answer('/sendMessage', { code: 401, msg: 'silenced' });
    const id = await write(first, 'never');
    const second = await scripted({ profile, isVisible: false });
    await second.client.start();
    await second.settle();
    room.full = true;
    second.client.actions.retry(id);
    await second.settle();
    room.full = false;
    first.client.actions.discard(id);
    await first.settle();
    await second.clock.advance(60_000);
    await first.clock.advance(60_000);
    expect([shown(first), shown(second), profile.stored('7', 'outbox').size]).toEqual([[], [], 0]);
    expect(first.of('/sendMessage')).toHaveLength(1);
  });

  it('SEND-13: an item discarded on a full disk stays so when another tab sends from then on', async () => {
    const { profile, room } = profileOnDisk();
    const first = await loggedIn({ profile });
    first.page.setOnline(false);
    const made = await first.client.actions.send(BERT, draft('hello'));
    room.full = true;
    if (made.ok) first.client.actions.discard(made.value);
    await first.settle();
    first.page.setVisible(false);
    const second = await scripted({ profile });
    second.answer('/sendMessage', taken);
    await second.client.start();
    await second.clock.advance(1_000);
    expect(shown(first)).toEqual([]);
    room.full = false;
    await first.clock.advance(60_000);
    await second.clock.advance(60_000);
    expect([shown(first), shown(second), profile.stored('7', 'outbox').size]).toEqual([[], [], 0]);
    expect(second.of('/undoMessage').map((one) => one.body)).toEqual([
      { id: made.ok && made.value, discard: 1 },
    ]);
  });

  it('SEND-13: a discard from another tab during an attempt is not overwritten by it', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    first.page.setOnline(false);
    const id = await write(first, 'hello');
    const second = await scripted({ profile, isVisible: false });
    await second.client.start();
    await second.settle();
    first.answer('/sendMessage', taken);
    second.client.actions.discard(id);
    first.page.setOnline(true);
    await first.settle();
    await second.settle();
    await first.clock.advance(60_000);
    expect([shown(first), shown(second), profile.stored('7', 'outbox').size]).toEqual([[], [], 0]);
    expect([...first.of('/undoMessage'), ...second.of('/undoMessage')].map((one) => one.body)).toEqual(
      first.of('/sendMessage').length === 0 ? [] : [{ id, discard: 1 }],
    );
  });

  it('SEND-15: while offline the outbox makes no request, and other calls are cancelled with the text', async () => {
    const on = await loggedIn();
    on.page.setOnline(false);
    await write(on, 'one');
    await on.clock.advance(duration.HOUR);
    expect(on.of('/sendMessage')).toEqual([]);
    expect(shown(on)).toEqual([['one', 'queued']]);
    on.notices.length = 0;
    expect((await on.client.actions.recall(messageId('x'))).ok).toBe(false);
    expect(on.notices).toEqual([{ kind: 'text', key: 'err.offline' }]);
    on.answer('/sendMessage', taken);
    on.page.setOnline(true);
    await on.settle();
    expect(shown(on)).toEqual([]);
  });

  it("SEND-1, STREAM-4, DATA-9: a retry is the same request, without others' words or names", async () => {
    const on = await loggedIn();
    on.answer('/sendMessage', { kind: 'timeout' });
    await on.client.actions.send(BERT, {
      text: '<b>',
      at: [{ id: 3, name: 'C' }],
      quote: { msgId: 5 as never, content: 'q', userId: 9 as never, realname: 'Bert' },
    });
    await on.clock.advance(10_000);
    const [first, ...others] = on.of('/sendMessage').map((one) => JSON.stringify(one.body));
    expect(others.length).toBeGreaterThan(1);
    for (const other of others) expect(other).toBe(first);
    expect(JSON.stringify([...on.profile.stored('7', 'outbox').values()])).not.toMatch(/"q"|Bert/);
    expect(JSON.parse(first ?? '')).toMatchObject({
      content: '&lt;b&gt;',
      at: [3],
      pid: 5,
      toContactId: '9',
      type: 'text',
    });
  });

  it.each([
    ['a refusal', { code: 400, msg: 'too bad' }, [['hello', 'failed']]],
    ['that it was sent', taken, []],
  ] as const)(
    'STORE-13: %s that found no room is stored once there is some, and other tabs hear of it',
    async (_, reply, seen) => {
      const { profile, room } = profileOnDisk();
      const first = await loggedIn({ profile });
      const answers: ((given: Reply) => void)[] = [];
      first.answer('/sendMessage', () => new Promise<Reply>((done) => void answers.push(done)));
      await first.client.actions.send(BERT, draft('hello'));
      await first.settle();
      const second = await scripted({ profile, isVisible: false });
      await second.client.start();
      await second.settle();
      room.full = true;
      const [request] = first.of('/sendMessage');
      answers[0]?.(typeof reply === 'function' && request ? reply(request) : (reply as Reply));
      await first.clock.advance(30_000);
      expect(shown(first)).toEqual(seen);
      room.full = false;
      await first.clock.advance(60_000);
      await second.clock.advance(1_000);
      expect(
        [...profile.stored('7', 'outbox').values()].map((one) => (one as { status: string }).status),
      ).toEqual(seen.map(([, status]) => status));
      expect(shown(second)).toEqual(seen);
    },
  );
});
