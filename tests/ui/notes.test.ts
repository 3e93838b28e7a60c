import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/**
 * A browser that keeps one notification for each tag, and drops what it is about to show when it is asked
 * what it shows.
 */
async function openWorker() {
  const standing = new Map<string, string>();
  const beginning = new Set<string>();
  const dropped = new Set<string>();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('clients', { matchAll: () => Promise.resolve([]) });
  vi.stubGlobal('registration', {
    async showNotification(title: string, { tag }: { readonly tag: string }) {
      if (title === '') throw new TypeError('no title');
      beginning.add(title);
      await new Promise((resolve) => setTimeout(resolve, 5));
      beginning.delete(title);
      if (!dropped.has(title)) standing.set(tag, title);
    },
    getNotifications() {
      for (const title of beginning) dropped.add(title);
      return Promise.resolve([...standing.values()].map((title) => ({ title })));
    },
  });
  vi.resetModules();
  const { showNote } = await import('../../src/app/worker/notes-adapter.ts');
  const push = (title: string, tag: string) => showNote({ kind: 'message', tag, title, content: 'hello' });
  return { push, standing };
}

it('PUSH-11: notes that come together are all shown, in their order', async () => {
  const { push, standing } = await openWorker();
  await Promise.all([push('Anna', 'a'), push('Bela', 'b'), push('Anna again', 'a')]);
  expect([...standing]).toEqual([
    ['a', 'Anna again'],
    ['b', 'Bela'],
  ]);
});

it('PUSH-11: a note that cannot be shown keeps the next one not back', async () => {
  const { push, standing } = await openWorker();
  const [refused] = await Promise.allSettled([push('', 'a'), push('Bela', 'b')]);
  expect(refused?.status).toBe('rejected');
  expect([...standing]).toEqual([['b', 'Bela']]);
});
