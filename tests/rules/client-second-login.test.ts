import { describe, expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import type { TransferPort, UploadRequest } from '../../src/ports/http.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { code } from '../../src/wire/envelope.ts';
import { loggedIn, ME, messageOf, PARTNER, scripted } from '../support/scripted-server.ts';
import { MARK, WORK } from '../support/work-under-way.ts';

const eight = { ...ME, user_id: 8, id: 8, account: 'eight', realname: 'Eight', displayName: 'Eight' };

function gate(): { readonly held: Promise<void>; readonly release: () => void } {
  const waiting: (() => void)[] = [];
  const held = new Promise<void>((done) => void waiting.push(done));
  return { held, release: () => waiting.forEach((done) => done()) };
}

describe('the second login in the same page', () => {
  const ways = ['comes late', 'is refused late'] as const;
  const cases = Object.entries(WORK).flatMap(([what, work]) => ways.map((way) => [what, way, work] as const));
  it.each(cases)(
    'SESS-3, SESS-7: %s whose answer %s does not cross over to the next user',
    async (_, way, work) => {
      const on = await scripted();
      const row = { ...PARTNER, displayName: `Bert ${MARK}`, count: 2, last: null };
      on.answer('/getContacts', {
        code: 0,
        data: [row],
        count: 0,
        page: 0,
        cursor: 'c0',
        epoch: 'e1',
        seq: 0,
      });
      await on.client.start();
      await on.login();
      expect(JSON.stringify(stateToJson(on.client.store.get()))).toContain(MARK);
      const { held, release } = gate();
      // Every answer that the first user still waits for comes when the second one is there.
      for (const path of ['/enterprise', '/common/pub/getSystemInfo'])
        on.answer(path, async ({ path: asked, headers }) => {
          const isFirst = headers['authorization'] !== 'bearer t8';
          if (isFirst) await held;
          // Their session is over: nothing of it is asked again by another login.
          if (isFirst && way === 'is refused late') return { code: code.session, msg: 'over' };
          if (asked.includes('/getMessageList')) return { code: 0, data: [messageOf(1, `text ${MARK}`)] };
          if (asked.includes('/getContacts') && headers['authorization'] !== 'bearer t8')
            return { code: 0, data: [row], count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 };
          if (asked.includes('/getContacts'))
            return { code: 0, data: [], count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 };
          return { code: 0, data: {} };
        });
      const first = Promise.resolve(work(on.client.actions)).catch(() => undefined);
      await on.settle();
      await on.client.actions.logout();
      await on.settle();
      // No user is signed in, and no data of the first user remains.
      expect(JSON.stringify(stateToJson(on.client.store.get()))).not.toContain(MARK);
      on.answer('/login', { code: 0, data: { authToken: 'bearer t8', userInfo: eight } });
      const before = on.requests.length;
      await on.login();
      release();
      await on.settle();
      await on.clock.advance(60_000);
      await on.settle();
      await first;
      const state = on.client.store.get();
      expect(state.self?.id).toBe(8);
      expect(on.client.actions.draft(contactId(9))).toEqual(EMPTY_DRAFT);
      expect(JSON.stringify(stateToJson(state))).not.toContain(MARK);
      const requests = on.requests
        .slice(before)
        .filter(({ headers }) => headers['authorization'] === 'bearer t8');
      expect(JSON.stringify(requests)).not.toContain(MARK);
      // The same work of the second one is asked of the server, and ends.
      const again = Promise.resolve(work(on.client.actions)).then(
        () => 'ended',
        () => 'ended',
      );
      await on.clock.advance(60_000);
      await on.settle();
      expect(await again).toBe('ended');
    },
  );

  it('SESS-3: a draft is gone with the log-out, also for the same user', async () => {
    const on = await loggedIn();
    on.client.actions.saveDraft(contactId(9), { ...EMPTY_DRAFT, text: `words ${MARK}` });
    await on.settle();
    await on.client.actions.logout();
    await on.login();
    await on.settle();
    expect(on.client.actions.draft(contactId(9))).toEqual(EMPTY_DRAFT);
  });
});

const NINE = contactId(9);
/** Stores of a device whose rows a login reads when it begins. */
const READ_AT_LOGIN = ['uploads', 'outbox', 'meta', 'allContacts', 'mainContacts', 'windows'] as const;

describe('a read of the device that ends after the login', () => {
  it.each(READ_AT_LOGIN)('SESS-3, SESS-7: of %s brings nothing to the next user', async (store) => {
    const profile = createMemoryProfile();
    const files: UploadRequest[] = [];
    const transfers: TransferPort = {
      upload: (request) => {
        files.push(request);
        return { outcome: new Promise(() => undefined), abort: () => undefined };
      },
    };
    const first = await scripted({ profile, transfers });
    first.answer('/sendMessage', { kind: 'timeout' });
    await first.client.start();
    await first.login();
    await first.settle();
    await first.client.actions.send(NINE, { ...EMPTY_DRAFT, text: `words ${MARK}` });
    void first.client.actions.sendFile(NINE, { name: `${MARK}.txt`, body: new Blob([MARK]) });
    await first.clock.advance(60_000);
    expect(JSON.stringify([...profile.stored('7', 'uploads').values()])).toContain(MARK);
    await first.client.stop();

    const { held, release } = gate();
    const late = async <T>(user: string, of: string, read: () => Promise<T>): Promise<T> => {
      const value = await read();
      if (user === '7' && of === store) await held;
      return value;
    };
    const { records } = profile;
    const on = await scripted({
      transfers,
      profile: {
        ...profile,
        records: {
          ...records,
          readAll: (user, of) => late(user, of, () => records.readAll(user, of)),
          read: (user, of, key) => late(user, of, () => records.read(user, of, key)),
        },
      },
    });
    on.answer('/sendMessage', { kind: 'timeout' });
    const started = on.client.start();
    await on.settle();
    expect(on.client.session.get()).toEqual({ name: 'signedIn' });
    void on.client.actions.logout();
    await on.settle();
    on.answer('/getContacts', { code: 0, data: [], count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 });
    on.answer('/login', { code: 0, data: { authToken: 'bearer t8', userInfo: eight } });
    files.length = 0;
    const login = on.login();
    await on.settle();
    release();
    await Promise.all([started, login]);
    await on.clock.advance(60_000);
    await on.settle();
    const state = on.client.store.get();
    expect(state.self?.id).toBe(8);
    expect(on.client.uploads.get()).toEqual([]);
    expect(on.client.actions.unsent()).toBe(0);
    expect(JSON.stringify(stateToJson(state))).not.toContain(MARK);
    const requests = on.requests.filter(({ headers }) => headers['authorization'] === 'bearer t8');
    expect(requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(requests)).not.toContain(MARK);
    expect(files.filter(({ headers }) => headers['authorization'] === 'bearer t8')).toEqual([]);
  });
});
