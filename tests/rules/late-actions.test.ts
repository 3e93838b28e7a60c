import { describe, expect, it } from 'vitest';
import { lazyPageActions } from '../../src/client/actions/lazy-page-actions.ts';
import type { MakeActions, MakePageActions, PageActions } from '../../src/client/actions/page-actions.ts';
import type { ActionParts } from '../../src/client/actions/parts.ts';
import type { Notice } from '../../src/client/interface/client.ts';
import { userId } from '../../src/domain/ids.ts';

/** The created actions are not part of this test. It checks when they are loaded and what they receive. */
const parts = {
  session: { current: () => null },
  calls: { buttons: { now: () => null } },
} as unknown as ActionParts;

const none = {} as Parameters<MakeActions>[2];

const fine: MakePageActions = () =>
  ({ unfriend: () => Promise.resolve({ ok: true, value: undefined }) }) as Pick<
    PageActions,
    'unfriend'
  > as PageActions;

describe('actions whose code comes later', () => {
  it('UI-16: the code of pages is fetched with the first of their actions, once, and every word is passed on', async () => {
    let loads = 0;
    const requests: unknown[] = [];
    const create: MakePageActions = () =>
      ({ unfriend: (id) => (requests.push(id), Promise.resolve({ ok: true, value: undefined })) }) as Pick<
        PageActions,
        'unfriend'
      > as PageActions;
    const pages = lazyPageActions(() => (loads++, Promise.resolve(create)))(parts, () => undefined, none);
    expect(loads).toBe(0);
    await Promise.all([pages.unfriend(userId(2)), pages.unfriend(userId(3))]);
    expect([loads, requests]).toEqual([1, [2, 3]]);
  });

  it('UI-16: code that fails to load is reported as a broken request, and the next try loads it again', async () => {
    const reports: Notice[] = [];
    let there = false;
    const load = () => (there ? Promise.resolve(fine) : Promise.reject(new Error('no network')));
    const pages = lazyPageActions(load)(parts, (notice) => reports.push(notice), none);
    expect(await pages.unfriend(userId(2))).toEqual({
      ok: false,
      reason: { kind: 'transport', why: 'broken' },
    });
    expect(reports).toEqual([{ kind: 'text', key: 'err.noNetwork' }]);
    there = true;
    expect((await pages.unfriend(userId(2))).ok).toBe(true);
  });
});
