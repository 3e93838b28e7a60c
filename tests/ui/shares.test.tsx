// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../support/until.ts';
import '../support/pretended-layout.ts';
import { keepShared } from '../../src/app/worker/share-adapter.ts';
import { ok } from '../../src/domain/result.ts';
import { messageId } from '../../src/domain/ids.ts';
import type { Draft } from '../../src/domain/message.ts';
import { fakeCaches } from '../support/fake-caches.ts';
import { closeScreens, type Screen, showApp } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { aContact } from '../support/contacts.ts';

afterEach(() => {
  closeScreens();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const EVIL = 'https://evil.test';
const selection = '/pages/index/userSelection?type=7';

/** Shares as a form does; answers where the browser is led. */
const share = async (
  fields: Readonly<Record<string, string | File>>,
  { origin = '', referrer = '' }: { readonly origin?: string; readonly referrer?: string } = {},
): Promise<string> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = new Headers(origin === '' ? {} : { 'x-origin': origin });
  const request = {
    formData: () => Promise.resolve(form),
    headers: { get: (name: string) => headers.get(`x-${name}`) },
    referrer,
  };
  const led: string[] = [];
  vi.spyOn(Response, 'redirect').mockImplementation((to) => (led.push(String(to)), new Response()));
  await keepShared(request as unknown as Request);
  return led[0] ?? '';
};

/** Caches of the worker and the page. */
function openWorker() {
  const fake = fakeCaches();
  vi.stubGlobal('caches', fake.caches);
  return fake;
}

const friend = aContact(2, { displayName: 'Friend 2', index: 'F', ...lastText('hi', 1_000) });
const clientOf = () =>
  scriptedClient(stateWith([friend]), { send: () => Promise.resolve(ok(messageId('sent'))) });
const sentWords = (client: ReturnType<typeof clientOf>) =>
  client.asked.flatMap(([name, , draft]) => (name === 'send' ? [(draft as Draft).text] : []));
const press = async (screen: Screen, name: string) => {
  const match = screen.all('button').find((one) => one.textContent === name && one.closest('main'));
  await screen.press(match ?? expect.fail(name));
};
const readChoice = async (screen: Screen) => {
  await until(() => expect(screen.all('[role=checkbox]').length).toBeGreaterThan(0));
  await screen.press(
    screen.all('[role=checkbox]').find((box) => box.closest('main')) ?? expect.fail('no row'),
  );
};

describe('shares that wait', () => {
  it.each([
    [
      { title: 'A page', text: 'A page: what it says', url: 'https://x.example/a' },
      'A page: what it says\nhttps://x.example/a',
    ],
    [
      { title: 'A page', text: 'A page https://x.example/a', url: 'https://x.example/a' },
      'A page https://x.example/a',
    ],
    [{ title: 'A page', text: 'A page' }, 'A page'],
    [{ title: 'A page', text: ' A page \n' }, 'A page'],
    [
      { title: 'A page', text: 'Other words', url: 'https://x.example/a' },
      'A page\nOther words\nhttps://x.example/a',
    ],
    [{ title: 'page', text: 'on the next page there is more' }, 'page\non the next page there is more'],
  ])('PHONE-3: a title or an address is shared once: %j', async (fields, words) => {
    const { kept } = openWorker();
    await share(fields);
    const [, stored] = [...kept].find(([path]) => path.endsWith('/words')) ?? [];
    expect(await (stored as Response).clone().text()).toBe(words);
  });

  it('PHONE-3: the page shows what is shared and which website sent it', async () => {
    openWorker();
    expect(await share({ text: 'pay here', url: 'https://evil.test/x' }, { origin: EVIL })).toBe(
      `/#${selection}`,
    );
    const screen = await showApp(clientOf(), selection);
    await until(() => expect(screen.text()).toContain(`Shared by the website ${EVIL}.`));
    expect(screen.text()).toContain('pay here');
  });

  it.each([
    ['a referrer alone', { referrer: `${EVIL}/page?x=1` }, `Shared by the website ${EVIL}.`],
    ['a hidden address', { origin: 'null' }, 'Shared by another app or website.'],
    ['an app', { referrer: 'about:client' }, 'Shared by another app or website.'],
    [
      'an address that is none of a website',
      { referrer: 'javascript:1' },
      'Shared by another app or website.',
    ],
  ])('PHONE-3: %s is named as far as the browser names it', async (_, from, words) => {
    openWorker();
    await share({ text: 'words' }, from);
    const screen = await showApp(clientOf(), selection);
    await until(() => expect(screen.text()).toContain(words));
  });

  it('PHONE-3: a second share of a website replaces none that waits', async () => {
    const { kept } = openWorker();
    await share({ text: 'mine', files: new File(['x'], 'mine.txt') });
    await share({ text: 'theirs' }, { origin: EVIL });
    const client = clientOf();
    const screen = await showApp(client, selection);
    await until(() => expect(screen.text()).toContain('1 earlier share is waiting.'));
    expect(screen.text()).toContain('theirs');
    expect(screen.text()).not.toContain('mine.txt');
    await press(screen, 'Discard');
    await until(() => expect(screen.text()).toContain('mine.txt'));
    expect([...kept.keys()]).toEqual(['/shared/1/file-0', '/shared/1/words']);
  });

  it('PHONE-3: after the newest was sent, the page shows the one before it', async () => {
    openWorker();
    await share({ text: 'first' });
    await share({ text: 'second' });
    const client = clientOf();
    const screen = await showApp(client, selection);
    for (const words of ['second', 'first']) {
      await until(() => expect(screen.text()).toContain(words));
      await readChoice(screen);
      await press(screen, 'Send');
      await until(() => expect(sentWords(client).at(-1)).toBe(words));
    }
    await until(() => expect(location.hash).toContain('/pages/message/chat'));
  });

  it('PHONE-3: of three that wait the page reports that a fourth was not accepted', async () => {
    const { kept } = openWorker();
    await share({ text: '  ' });
    expect(kept.size).toBe(0);
    await Promise.all(['a', 'b', 'c'].map((text) => share({ text })));
    expect(kept.size).toBe(3);
    const led = await share({ text: 'd' }, { origin: EVIL });
    expect([led, kept.size]).toEqual([`/#${selection}&full=1`, 3]);
    const screen = await showApp(clientOf(), `${selection}&full=1`);
    await until(() => expect(screen.text()).toContain('The newest share was not accepted'));
  });

  it('PHONE-3: what an earlier version has kept is still sent', async () => {
    const { caches } = fakeCaches({ '/shared/words': new Response('from before') });
    vi.stubGlobal('caches', caches);
    const client = clientOf();
    const screen = await showApp(client, selection);
    await until(() => expect(screen.text()).toContain('from before'));
    await readChoice(screen);
    await press(screen, 'Send');
    await until(() => expect(sentWords(client)).toEqual(['from before']));
  });
});
