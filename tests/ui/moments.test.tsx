// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Actions } from '../../src/client/interface/client.ts';
import type { Moment } from '../../src/client/interface/moments.ts';
import { userId } from '../../src/domain/ids.ts';
import { windowLimits as limits } from '../../src/client/state/limits.ts';
import { ok } from '../../src/domain/result.ts';
import { decodeMoments } from '../../src/wire/answers/moments.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact } from '../support/contacts.ts';

afterEach(() => void vi.useRealTimers());

const person = (id: number, name: string) => ({ id: userId(id), name, avatar: '' });
const moment = (id: number, part: Partial<Moment> = {}): Moment => ({
  id,
  author: person(2, 'Mara'),
  words: `words ${id}`,
  pictures: [],
  atMs: 1_700_000_000_000,
  mine: false,
  liked: false,
  seenBy: null,
  likes: [],
  comments: [],
  ...part,
});
const openMoments = async (rows: readonly Moment[], own: Partial<Actions> = {}) => {
  const client = scriptedClient(stateWith([]), { moments: () => Promise.resolve(ok(rows)), ...own });
  const screen = await showApp(client, '/pages/compass/moments');
  await until(() => expect(client.asked.some(([name]) => name === 'moments')).toBe(true));
  return { client, screen };
};

const mine = (id: number, seenBy: Moment['seenBy']) => moment(id, { mine: true, seenBy });

const commentField = () => document.querySelector<HTMLInputElement>('article form input');

describe('moments', () => {
  it('UI-41: an empty list says so, and an empty moment is not published', async () => {
    const { client, screen } = await openMoments([]);
    await until(() => expect(screen.text()).toContain('No moments yet'));
    await screen.press(screen.find('button', 'New moment'));
    await until(() => expect(screen.find('button', 'Publish')).toBeDefined());
    await screen.press(screen.find('button', 'Publish'));
    expect(screen.find('[role=alert]').textContent).toBe('Write something or add a picture');
    expect(client.asked.some(([name]) => name === 'addMoment')).toBe(false);
  });

  it('UI-41: likes show at once; only one’s own is deleted, after asking', async () => {
    const { client, screen } = await openMoments([moment(9, { mine: true }), moment(8)]);
    await until(() => expect(screen.text()).toContain('words 8'));
    expect(screen.all('button').filter((one) => one.getAttribute('aria-label') === 'Delete')).toHaveLength(1);
    await screen.press(screen.find('button', 'Like'));
    expect(screen.find('button', 'Unlike').getAttribute('aria-pressed')).toBe('true');
    await screen.press(screen.find('button', 'Delete'));
    await until(() => expect(screen.text()).toContain('Delete this moment?'));
    expect(client.asked.some(([name]) => name === 'deleteMoment')).toBe(false);
    expect(client.asked.filter(([name]) => name === 'likeMoment')).toEqual([['likeMoment', 9, true]]);
  });

  it('MOMENT-2: a new post is for all friends, or for chosen users who are still friends', async () => {
    const friends = [aContact('2', { displayName: 'Mara' }), aContact('3', { displayName: 'Nils' })];
    const client = scriptedClient(stateWith(friends), { moments: () => Promise.resolve(ok([])) });
    const screen = await showApp(client, '/pages/compass/moments');
    const sent = () => client.asked.flatMap(([name, , , seenBy]) => (name === 'addMoment' ? [seenBy] : []));
    const radio = (name: string) =>
      screen.find('label', name).querySelector('input') ?? expect.fail('no radio button');
    const write = async () => {
      await screen.press(screen.find('button', 'New moment'));
      await until(() => screen.find('button', 'Publish'));
      await screen.type(document.querySelector('[role=dialog] textarea') ?? expect.fail('no field'), 'hi');
      expect(radio('All friends').checked).toBe(true);
    };
    await until(() => screen.find('button', 'New moment'));
    await write();
    await screen.press(radio('Selected people'));
    await until(() => screen.find('button', 'Done'));
    await screen.press(screen.find('button', 'Done'));
    await screen.press(screen.find('button', 'Publish'));
    await until(() => expect(screen.find('[role=alert]').textContent).toBe('Select at least one person'));
    expect(sent()).toEqual([]);
    await screen.press(screen.find('button', 'Select people'));
    const search = await until(() => screen.find('textbox', 'Search by name'));
    for (const name of ['Mara', 'Nils']) {
      await screen.type(search, name);
      await happens(() => search.closest('form')?.requestSubmit());
      await until(() => screen.find('button', `Deselect ${name}`));
    }
    await screen.press(screen.find('button', 'Done'));
    await until(() => expect(screen.text()).toContain('Mara, Nils'));
    await happens(() => client.set(stateWith(friends.slice(0, 1))));
    await screen.press(screen.find('button', 'Publish'));
    await until(() => expect(sent()).toEqual([[2]]));
    await write();
    await screen.press(radio('Only me'));
    await screen.press(screen.find('button', 'Publish'));
    await until(() => expect(sent()).toEqual([[2], []]));
    await write();
    await screen.press(screen.find('button', 'Publish'));
    await until(() => expect(sent()).toEqual([[2], [], null]));
  });

  it('MOMENT-2: the author sees who sees a post; one for all friends has no mark', async () => {
    const { screen } = await openMoments([
      mine(9, []),
      mine(8, [person(3, 'Nils'), person(4, 'Orla')]),
      mine(7, null),
    ]);
    await until(() => expect(screen.text()).toContain('words 7'));
    const marks = [...document.querySelectorAll('article')].map(
      (one) => /Only me|\d people/.exec(one.textContent)?.[0] ?? null,
    );
    expect(marks).toEqual(['Only me', '2 people', null]);
    await screen.press(screen.find('button', 'Visible to 2 people'));
    await until(() => expect(screen.find('[role=dialog]').textContent).toMatch(/Nils.*Orla/));
  });

  it('UI-41: a comment is answered to its author', async () => {
    const comments = [{ id: 4, author: person(3, 'Nils'), replyTo: null, words: 'nice' }];
    const { client, screen } = await openMoments([
      moment(8, { comments, likes: [person(3, 'Nils'), person(4, 'Orla')] }),
    ]);
    await until(() => expect(screen.text()).toContain('Liked by Nils, Orla'));
    await screen.press(screen.find('button', /nice/));
    await until(() => expect(screen.find('form', 'Reply to Nils')).toBeDefined());
    await screen.type(document.querySelector('form input') ?? expect.fail('no field'), 'thanks');
    await screen.press(screen.find('button', 'Send'));
    expect(client.asked.filter(([name]) => name === 'commentMoment')).toEqual([
      ['commentMoment', 8, 'thanks', 3],
    ]);
  });

  it('MOMENT-9: a comment is written below its post, and its text stays until it is sent', async () => {
    const { client, screen } = await openMoments([moment(8)]);
    await until(() => expect(screen.text()).toContain('words 8'));
    await screen.press(screen.find('button', 'Comment'));
    expect(document.querySelector('[role=dialog]')).toBeNull();
    await screen.type(commentField() ?? expect.fail('no field'), 'how');
    await happens(() =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
    expect(commentField()).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Comment');
    await screen.press(screen.find('button', 'Comment'));
    expect(commentField()?.value).toBe('how');
    await screen.press(screen.find('button', 'Send'));
    await until(() => expect(commentField()).toBeNull());
    expect(client.asked.filter(([name]) => name === 'commentMoment')).toEqual([
      ['commentMoment', 8, 'how', null],
    ]);
  });

  it('MOMENT-5: a deleted comment is hidden, brought back by Undo, and told once that is gone', async () => {
    const ids = [4, 5, 6, 7, 8];
    const comments = ids.map((id) => ({ id, author: person(1, 'Me'), replyTo: null, words: `nice ${id}` }));
    const rows = [moment(8, { comments })];
    const { client, screen } = await openMoments(rows, {
      deleteComment: () => Promise.resolve(ok(undefined)),
    });
    await until(() => expect(screen.text()).toContain('nice'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await screen.press(screen.find('button', 'Delete this comment'));
    expect(screen.text()).not.toContain('nice 4');
    await screen.press(screen.find('button', 'Undo'));
    expect(screen.text()).toContain('nice 4');
    await happens(() => vi.advanceTimersByTime(10_000));
    expect(client.asked.some(([name]) => name === 'deleteComment')).toBe(false);
    // More messages than toasts fit appear one after the other.
    for (let left = ids.length; left > 0; left -= 1)
      await screen.press(screen.find('button', 'Delete this comment'));
    await happens(() => vi.advanceTimersByTime(10_000));
    expect(client.asked.flatMap(([name, id]) => (name === 'deleteComment' ? [id] : []))).toEqual(ids);
  });

  it('UI-41: older ones come on demand, below the last', async () => {
    const full = Array.from({ length: limits.pageSize }, (_, i) => moment(100 - i));
    const { client, screen } = await openMoments(full, {
      moments: (before) => Promise.resolve(ok(before === 0 ? full : [moment(5)])),
    });
    await until(() => expect(screen.find('button', 'Load older')).toBeDefined());
    await screen.press(screen.find('button', 'Load older'));
    await until(() => expect(screen.text()).toContain('words 5'));
    expect(client.asked.filter(([name]) => name === 'moments').map(([, before]) => before)).toEqual([0, 71]);
    expect(document.querySelectorAll('article')).toHaveLength(limits.pageSize + 1);
  });

  it('STORE-19: an older answer, of the newest or of older ones, takes nothing back', async () => {
    const arrive: ((rows: readonly Moment[]) => void)[] = [];
    const { client, screen } = await openMoments([], {
      moments: () => new Promise((done) => void arrive.push((rows) => done(ok(rows)))),
    });
    const moves = (moved: number) =>
      happens(() => client.set({ ...client.store.get(), moments: { atMs: 1, moved } }));
    const full = Array.from({ length: limits.pageSize }, (_, i) => moment(100 - i));
    const newer = [moment(101), ...full.slice(0, -1)];
    await moves(1);
    await until(() => expect(arrive).toHaveLength(2));
    await happens(() => arrive[1]?.(newer));
    await until(() => expect(screen.text()).toContain('words 101'));
    await happens(() => arrive[0]?.(full));
    expect(screen.text()).toContain('words 101');
    await screen.press(screen.find('button', 'Load older'));
    await moves(2);
    await until(() => expect(arrive).toHaveLength(4));
    await happens(() => arrive[3]?.(newer));
    // One of the older moments was deleted, so the earlier request is repeated.
    await happens(() => arrive[2]?.([moment(6), moment(5)]));
    await until(() => expect(arrive).toHaveLength(5));
    await happens(() => arrive[4]?.([moment(5)]));
    await until(() => expect(screen.text()).toContain('words 5'));
    expect(screen.text()).not.toContain('words 6');
  });

  it('MOMENT-6: new moments of others appear automatically, and older ones stay', async () => {
    const full = Array.from({ length: limits.pageSize }, (_, i) => moment(100 - i));
    let first: readonly Moment[] = full;
    const { client, screen } = await openMoments(full, {
      moments: (before) => Promise.resolve(ok(before === 0 ? first : [moment(5)])),
    });
    await until(() => expect(screen.find('button', 'Load older')).toBeDefined());
    await screen.press(screen.find('button', 'Load older'));
    await until(() => expect(screen.text()).toContain('words 5'));
    first = [moment(101), ...full.slice(0, -1)];
    await happens(() => client.set({ ...client.store.get(), moments: { atMs: 1, moved: 1 } }));
    await until(() => expect(screen.text()).toContain('words 101'));
    expect(screen.text()).toContain('words 5');
    first = full.slice(0, 3);
    await happens(() => client.set({ ...client.store.get(), moments: { atMs: 1, moved: 2 } }));
    await until(() => expect(document.querySelectorAll('article')).toHaveLength(3));
  });

  it('MOMENT-6, MEDIA-6: the viewer closes with the moment whose picture it shows', async () => {
    const pictures = [1, 2].map((id) => ({ id, src: `/pictures/${id}` }));
    let rows = [moment(9), moment(8, { pictures })];
    const { client, screen } = await openMoments(rows, { moments: () => Promise.resolve(ok(rows)) });
    await until(() => screen.find('button', /picture 1/i));
    await screen.press(screen.find('button', /picture 1/i));
    await until(() => expect(screen.text()).toContain('1 of 2'));
    rows = [moment(9)];
    await happens(() => client.set({ ...client.store.get(), moments: { atMs: 1, moved: 1 } }));
    await until(() => expect(screen.text()).not.toContain('1 of 2'));
  });

  it('MOMENT-6: changes of older ones appear automatically, too', async () => {
    const full = Array.from({ length: limits.pageSize }, (_, i) => moment(100 - i));
    let older = [moment(6), moment(5)];
    const { client, screen } = await openMoments(full, {
      moments: (before) => Promise.resolve(ok(before === 0 ? full : older)),
    });
    await until(() => expect(screen.find('button', 'Load older')).toBeDefined());
    await screen.press(screen.find('button', 'Load older'));
    await until(() => expect(screen.text()).toContain('words 6'));
    older = [moment(5)];
    await happens(() => client.set({ ...client.store.get(), moments: { atMs: 1, moved: 1 } }));
    await until(() => expect(screen.text()).not.toContain('words 6'));
    expect(screen.text()).toContain('words 5');
  });

  it('MOMENT-6: moments of a user who is blocked meanwhile disappear', async () => {
    let rows = [moment(9), moment(8)];
    const { client, screen } = await openMoments(rows, { moments: () => Promise.resolve(ok(rows)) });
    await until(() => expect(screen.text()).toContain('words 8'));
    rows = [moment(9)];
    await happens(() => client.set({ ...client.store.get(), blocked: new Set([userId(2)]) }));
    await until(() => expect(screen.text()).not.toContain('words 8'));
    expect(screen.text()).toContain('words 9');
  });

  it('MOMENT-7: moments on an open page count as looked at', async () => {
    const { client } = await openMoments([moment(9)]);
    const state = client.store.get();
    await happens(() =>
      client.set({ ...state, kept: { ...state.kept, known: true }, moments: { atMs: 77, moved: 1 } }),
    );
    await until(() => expect(client.asked).toContainEqual(['momentsSeen', 77]));
  });

  it('UI-41, WIRE-3: rows of the answer that cannot be read are left out', () => {
    const card = { user_id: '2', displayName: '', realname: 'Mara', avatar: null };
    const row = {
      id: '8',
      user: card,
      content: 'hi',
      pictures: [{ file_id: 3, src: '/files/x' }],
      create_time: 1_700_000_000,
      mine: 0,
      liked: '1',
      likes: [card],
      comments: [{ id: 1, user: card, reply_to: null, content: 'c' }],
    };
    expect(decodeMoments([row, { id: 9 }, null, 'x'])).toEqual([
      moment(8, {
        words: 'hi',
        pictures: [{ id: 3, src: '/files/x' }],
        liked: true,
        likes: [person(2, 'Mara')],
        comments: [{ id: 1, author: person(2, 'Mara'), replyTo: null, words: 'c' }],
      }),
    ]);
    expect(decodeMoments('nothing')).toEqual([]);
  });
});
