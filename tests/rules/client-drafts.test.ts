import { describe, expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId } from '../../src/domain/ids.ts';
import { preferenceLimits } from '../../src/domain/kept-limits.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import type { RecordsPort } from '../../src/ports/storage.ts';
import { gate } from '../support/gate.ts';
import { loggedIn, scripted, type Scripted, type ScriptedOptions } from '../support/scripted-server.ts';

const BERT = contactId(9);
const draft = (text: string) => ({ ...EMPTY_DRAFT, text });

const signedIn = (options: ScriptedOptions = {}) =>
  loggedIn(options, {
    '/keep': { code: 0, data: {} },
    '/getKept': { code: 0, data: { seq: 0, more: 0, list: [] } },
  });

interface Keeping {
  readonly name: string;
  readonly op: string;
  readonly value: { readonly text: string } | null;
}
const listReports = (on: Scripted) => on.of('/keep').map(({ body }) => body as Keeping);
const texts = (on: Scripted) => listReports(on).map(({ value }) => value?.text ?? null);
const here = (on: Scripted) => on.client.actions.draft(BERT).text;
const type = (on: Scripted, text: string) => on.client.actions.saveDraft(BERT, draft(text));

let seq = 0;
const hear = async (on: Scripted, text: string, op = 'other') => {
  seq = (on.client.core.get().sync.selfSeq ?? 0) + 1;
  const value = text === '' ? null : draft(text);
  on.push('kept', { name: 'draft 9', op, value }, { stream: 'u7', seq });
  await on.settle();
};

describe('drafts on all devices', () => {
  it('DRAFT-1: a draft is sent once the user stopped typing for a while, and not too often', async () => {
    const on = await signedIn();
    for (const text of ['a', 'ab', 'abc']) {
      type(on, text);
      await on.clock.advance(preferenceLimits.draftRestMs - 100);
    }
    expect(texts(on)).toEqual([]);
    await on.clock.advance(100);
    expect(texts(on)).toEqual(['abc']);
    await hear(on, 'abc', listReports(on)[0]?.op);
    type(on, 'abcd');
    await on.clock.advance(preferenceLimits.draftRestMs);
    expect(texts(on)).toEqual(['abc']);
    await on.clock.advance(preferenceLimits.draftEveryMs);
    expect(texts(on)).toEqual(['abc', 'abcd']);
  });

  it('DRAFT-2: a draft from another device is shown, but never replaces text typed here', async () => {
    const on = await signedIn();
    await hear(on, 'from the phone');
    expect(here(on)).toBe('from the phone');
    type(on, 'mine');
    await hear(on, 'from the phone again');
    expect(here(on)).toBe('mine');
    await on.clock.advance(preferenceLimits.draftRestMs);
    await hear(on, 'mine', listReports(on)[0]?.op);
    await hear(on, 'and then the phone');
    expect(here(on)).toBe('and then the phone');
  });

  it('DRAFT-2: a list brings a later one of another device over one’s own that the server took', async () => {
    const on = await signedIn();
    type(on, 'mine');
    await on.clock.advance(preferenceLimits.draftRestMs);
    expect(texts(on)).toEqual(['mine']);
    type(on, 'mine, and more');
    const list = [{ name: 'draft 9', value: draft('from the phone') }];
    on.answer('/getKept', { code: 0, data: { seq: 99, more: 0, list } });
    await on.client.actions.refreshKept();
    expect(here(on)).toBe('mine, and more');
    await on.clock.advance(preferenceLimits.draftRestMs + preferenceLimits.draftEveryMs);
    await on.client.actions.refreshKept();
    expect([texts(on), here(on)]).toEqual([['mine', 'mine, and more'], 'from the phone']);
  });

  it('DRAFT-3: a sent message also removes the draft that came from elsewhere during typing', async () => {
    const on = await signedIn();
    type(on, 'quick');
    await hear(on, 'from the phone');
    await on.client.actions.send(BERT, draft('quick'));
    await on.clock.advance(10_000);
    expect([texts(on), here(on)]).toEqual([[null], '']);
  });

  it('DRAFT-3: a draft that was sent as a message first is never sent as a draft', async () => {
    const on = await signedIn();
    type(on, 'quick');
    await on.client.actions.send(BERT, draft('quick'));
    await on.clock.advance(10_000);
    expect([texts(on), here(on)]).toEqual([[], '']);
    type(on, 'slow');
    await on.clock.advance(preferenceLimits.draftRestMs);
    await hear(on, 'slow', listReports(on)[0]?.op);
    await on.client.actions.send(BERT, draft('slow'));
    await on.clock.advance(10_000);
    expect(texts(on)).toEqual(['slow', null]);
    await hear(on, '', listReports(on)[1]?.op);
    expect(here(on)).toBe('');
  });

  it('DRAFT-1: the next page sends the draft of a page that was closed before it did', async () => {
    const profile = createMemoryProfile();
    const first = await signedIn({ profile });
    type(first, 'so far');
    await first.client.stop();
    const second = await scripted({ profile, clock: first.clock });
    second.answer('/keep', { code: 0, data: {} });
    await second.client.start();
    await second.clock.advance(10_000);
    expect(texts(second)).toEqual(['so far']);
  });

  it('DRAFT-1: the next page sends the newest text, though an older one is stored', async () => {
    const memory = createMemoryProfile();
    let full = false;
    const write: RecordsPort['write'] = (...all) =>
      full ? Promise.reject(new Error('no room left')) : memory.records.write(...all);
    const profile = { ...memory, records: { ...memory.records, write } };
    const first = await signedIn({ profile });
    type(first, 'so far');
    await first.clock.advance(preferenceLimits.draftRestMs - 100);
    first.page.leave();
    await first.settle();
    full = true;
    await first.clock.advance(100);
    await hear(first, 'so far', listReports(first)[0]?.op);
    type(first, 'so far and on');
    await first.client.stop();
    const second = await scripted({ profile, clock: first.clock });
    second.answer('/keep', { code: 0, data: {} });
    await second.client.start();
    await second.clock.advance(10_000);
    expect([texts(first), texts(second)]).toEqual([['so far'], ['so far and on']]);
    expect(listReports(second)[0]?.op).not.toBe(listReports(first)[0]?.op);
  });

  it('DRAFT-1: the sending tab sends the draft of a tab that was closed', async () => {
    const profile = createMemoryProfile();
    const first = await signedIn({ profile });
    // The tab opens later and is visible, so it sends from then on.
    const second = await scripted({ profile, clock: first.clock });
    second.answer('/keep', { code: 0, data: {} });
    await second.client.start();
    await second.settle();
    type(first, 'so far');
    await first.clock.advance(preferenceLimits.draftRestMs - 100);
    first.page.shut();
    await first.client.stop();
    await first.clock.advance(preferenceLimits.draftRestMs);
    expect([texts(first), texts(second)]).toEqual([[], ['so far']]);
  });

  it('DRAFT-1: only the tab in which the user typed sends the draft, once', async () => {
    const profile = createMemoryProfile();
    const sends = await signedIn({ profile });
    const open = async () => {
      const tab = await scripted({ profile, clock: sends.clock, isVisible: false });
      tab.answer('/keep', { code: 0, data: {} });
      await tab.client.start();
      await tab.settle();
      return tab;
    };
    const [beside, closed] = [await open(), await open()];
    type(beside, 'so far');
    await sends.clock.advance(preferenceLimits.draftRestMs);
    expect([sends, beside, closed].map(texts)).toEqual([[], ['so far'], []]);
    await hear(beside, 'so far', listReports(beside)[0]?.op);
    type(closed, 'and on');
    closed.page.shut();
    await closed.client.stop();
    await sends.clock.advance(10_000);
    expect([sends, beside, closed].map(texts)).toEqual([['and on'], ['so far'], []]);
  });

  it('DRAFT-1: when the sending tab closes, the tab that waited takes over its drafts', async () => {
    const profile = createMemoryProfile();
    const first = await signedIn({ profile });
    const second = await scripted({ profile, clock: first.clock, isVisible: false });
    second.answer('/keep', { code: 0, data: {} });
    await second.client.start();
    await second.settle();
    type(first, 'so far');
    await first.client.stop();
    await second.clock.advance(10_000);
    expect([texts(first), texts(second)]).toEqual([[], ['so far']]);
  });

  it('DRAFT-1: a draft typed after the session had ended is sent after the next login', async () => {
    const on = await signedIn();
    await hear(on, 'so far');
    on.answer('/getKept', { code: -1, msg: 'over' });
    await on.client.actions.refreshKept();
    await on.clock.advance(1_000);
    expect(on.client.session.get()).toEqual({ name: 'ended', why: 'expired' });
    type(on, 'and on');
    on.answer('/getKept', { code: 0, data: { seq: 0, more: 0, list: [] } });
    await on.login();
    await on.clock.advance(10_000);
    expect([texts(on), here(on)]).toEqual([['and on'], 'and on']);
  });

  it('DRAFT-1: the draft of a group is sent although the user is removed from it', async () => {
    const on = await signedIn();
    on.client.actions.saveDraft(contactId('group-3'), draft('so far'));
    await on.settle();
    await hear(on, 'something else');
    seq = (on.client.core.get().sync.selfSeq ?? 0) + 1;
    on.push(
      'removeUser',
      { group_id: 'group-3', user_id: 7, of: 'group-3', until: 1 },
      { stream: 'u7', seq },
    );
    await on.settle();
    await on.clock.advance(preferenceLimits.draftRestMs);
    expect(listReports(on)).toMatchObject([{ name: 'draft group-3', value: { text: 'so far' } }]);
  });

  it('DRAFT-1: a draft typed while the page still reads its stored data is sent', async () => {
    const profile = createMemoryProfile();
    const first = await signedIn({ profile });
    await first.client.stop();
    const { records } = profile;
    const slow = gate();
    const read: typeof records.read = (...given) => slow.passed.then(() => records.read(...given));
    const second = await scripted({
      profile: { ...profile, records: { ...records, read } },
      clock: first.clock,
    });
    second.answer('/keep', { code: 0, data: {} });
    const started = second.client.start();
    await second.settle();
    type(second, 'early');
    slow.open();
    await started;
    await second.clock.advance(10_000);
    expect(texts(second)).toEqual(['early']);
  });

  it('KEPT-2: stored preferences come with the list, and removed ones disappear', async () => {
    const profile = createMemoryProfile();
    const first = await signedIn({ profile });
    await hear(first, 'kept');
    first.answer('/getKept', {
      code: 0,
      data: { seq: 99, more: 0, list: [{ name: 'draft group-3', value: draft('in the group') }] },
    });
    await first.client.actions.refreshKept();
    expect([here(first), first.client.actions.draft(contactId('group-3')).text]).toEqual([
      '',
      'in the group',
    ]);
    expect(first.client.core.get().kept.known).toBe(true);
  });
});
