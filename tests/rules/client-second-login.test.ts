import { describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
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
