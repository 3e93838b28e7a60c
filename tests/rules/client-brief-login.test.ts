import { describe, expect, it } from 'vitest';
import { createMemoryProfile, type MemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId } from '../../src/domain/ids.ts';
import { browserCookie, cookieIn, keyBytes, openToken, sealToken } from '../../src/domain/sealed-token.ts';
import type { TabMemoryPort } from '../../src/ports/storage.ts';
import { ME, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const draft = (text: string) => ({ text, at: [], quote: null });
const BRIEF = { account: 'anna', password: 'secret1', remember: false } as const;
const ANSWER = { code: 0, data: { authToken: 'bearer t1', userInfo: ME, logoutKey: 'key-of-t1' } };

/** Storage of a browser; `close` ends what does not outlive it. */
function browser(isMobile = false) {
  const profile = createMemoryProfile();
  const cookies = new Map<string, string>();
  const browserMemory: TabMemoryPort = {
    get: (key) => cookies.get(key) ?? null,
    set: (key, value) => void (value === null ? cookies.delete(key) : cookies.set(key, value)),
  };
  const openTab = async (): Promise<Scripted> => {
    const tab = await scripted({ profile, browserMemory, isMobile });
    tab.answer('/login', ANSWER);
    await tab.client.start();
    await tab.settle();
    return tab;
  };
  return { profile, openTab, close: () => cookies.clear(), withoutCookies: () => scripted({ profile }) };
}

async function briefly(tab: Scripted): Promise<void> {
  expect((await tab.client.actions.login(BRIEF)).ok).toBe(true);
  await tab.clock.advance(0);
  await tab.clock.settle();
}

const settingsOf = (profile: MemoryProfile): string =>
  JSON.stringify(
    profile
      .settings()
      .keys()
      .map((key) => [key, profile.settings().get(key)]),
  );
const storedOf = (profile: MemoryProfile): string => JSON.stringify(profile.everything());

/** Ways in which a login ends, and its user's drafts after the next login: unsent, on the server. */
const ENDS: Readonly<
  Record<string, { readonly end: (on: Ending) => Promise<Scripted>; readonly back: readonly string[] }>
> = {
  'the server refuses it': {
    end: async ({ tab }) => {
      tab.answer('/sendMessage', { code: -1, msg: 'over' });
      await tab.client.actions.send(BERT, draft('refused'));
      await tab.clock.advance(1_000);
      return tab;
    },
    back: ['half a text', 'kept there'],
  },
  'a phone logs in elsewhere': {
    end: async ({ tab }) => {
      tab.push('offline', { id: 7, client_id: 'another', isMobile: true });
      await tab.settle();
      return tab;
    },
    back: ['half a text', 'kept there'],
  },
  'its user logs out': {
    end: async ({ tab }) => {
      await tab.client.actions.logout();
      return tab;
    },
    back: ['', ''],
  },
  'its user logs out in another tab': {
    end: async ({ tab, openTab }) => {
      const other = await openTab();
      await other.client.actions.logout();
      await tab.settle();
      return tab;
    },
    back: ['', ''],
  },
  'the browser closes': {
    end: async ({ tab, openTab, close, isBrief }) => {
      await tab.client.stop();
      close();
      const next = await openTab();
      // A remembered login outlives the browser.
      if (!isBrief) await next.client.actions.logout();
      return next;
    },
    back: ['half a text', ''],
  },
};

interface Ending extends Pick<ReturnType<typeof browser>, 'openTab' | 'close'> {
  readonly tab: Scripted;
  readonly isBrief: boolean;
}

const EIGHT = { ...ME, user_id: 8, id: 8, account: 'eight' };
const ENDED = Object.entries(ENDS).flatMap(([how, one]) =>
  [true, false].map((isBrief) => [isBrief ? 'brief' : 'remembered', how, isBrief, one] as const),
);

describe('drafts at the end of a login', () => {
  it.each(ENDED)('SESS-3, SESS-11: of a %s one, where %s', async (_, how, isBrief, { end, back }) => {
    const { openTab, close, profile } = browser(how === 'a phone logs in elsewhere');
    const login = async (tab: Scripted, answer: Parameters<Scripted['answer']>[1]) => {
      tab.answer('/login', answer);
      await tab.client.actions.login({ ...BRIEF, remember: !isBrief });
      await tab.clock.advance(0);
      await tab.clock.settle();
    };
    const SERVER_KEPT = contactId(12);
    const draftsIn = ({ client }: Scripted) =>
      [BERT, SERVER_KEPT].map((chat) => client.actions.draft(chat).text);
    const first = await openTab();
    await login(first, ANSWER);
    first.answer('/keep', { kind: 'timeout' });
    first.client.actions.saveDraft(BERT, draft('half a text'));
    profile.settings().set('draft-12', JSON.stringify({ ...draft('kept there'), mark: { kept: true } }));
    expect(draftsIn(first)).toEqual(['half a text', 'kept there']);
    const tab = await end({ tab: first, openTab, close, isBrief });
    expect(draftsIn(tab), 'signed out').toEqual(['', '']);
    tab.answer('/sendMessage', { code: 0, data: '' });
    await login(tab, { code: 0, data: { authToken: 'bearer t8', userInfo: EIGHT, logoutKey: 'k8' } });
    expect(tab.client.core.get().self?.id).toBe(8);
    expect(draftsIn(tab), 'the next user').toEqual(['', '']);
    tab.client.actions.saveDraft(SERVER_KEPT, draft('of eight'));
    await tab.client.actions.logout();
    await login(tab, ANSWER);
    const isOver = how === 'the browser closes' && !isBrief;
    expect(draftsIn(tab), 'the same user').toEqual(isOver ? ['', ''] : back);
  });
});

describe('a login without "Remember me"', () => {
  it('SESS-11: lasts through a reload and in further tabs', async () => {
    const { openTab, profile } = browser();
    const first = await openTab();
    await briefly(first);
    expect(settingsOf(profile)).not.toContain('bearer');
    const second = await openTab();
    expect(second.client.session.get()).toEqual({ name: 'signedIn' });
    await first.client.stop();
    const reloaded = await openTab();
    expect(reloaded.client.session.get()).toEqual({ name: 'signedIn' });
    await reloaded.clock.advance(2_000);
    const tokens = reloaded.requests.map(({ headers }) => headers['authorization']);
    expect(new Set(tokens)).toContain('bearer t1');
    expect(JSON.stringify(tokens)).not.toContain('sealed');
  });

  it('SESS-11: ends in all tabs when one logs out', async () => {
    const { openTab } = browser();
    const [one, other] = [await openTab(), await openTab()];
    await briefly(one);
    await other.settle();
    expect(other.client.session.get()).toEqual({ name: 'signedIn' });
    await one.client.actions.logout();
    await other.settle();
    expect(other.client.session.get()).toEqual({ name: 'signedOut' });
  });

  it('SESS-11: ends with the browser: the next start removes its chats', async () => {
    const { openTab, profile, close } = browser();
    const before = await openTab();
    await briefly(before);
    await before.clock.advance(60_000);
    profile.settings().set('of-7-search-recent', 'a secret plan');
    expect(profile.stored('7', 'allContacts').size).toBeGreaterThan(0);
    await before.client.stop();
    close();

    const after = await openTab();
    expect(after.client.session.get()).toEqual({ name: 'signedOut' });
    await after.clock.advance(1_000);
    await after.settle();
    expect(after.of('/logout').map(({ body }) => body)).toEqual([{ key: 'key-of-t1' }]);
    for (const store of ['allContacts', 'mainContacts', 'windows', 'meta'])
      expect(profile.stored('7', store).size, store).toBe(0);
    expect(storedOf(profile)).not.toContain('Bert');
    expect(settingsOf(profile)).not.toMatch(/anna|authToken|userInfo|loginId|secret plan/);
  });

  it('SESS-11: keeps unsent messages for its user only', async () => {
    const { openTab, profile, close } = browser();
    const before = await openTab();
    await briefly(before);
    before.answer('/sendMessage', { kind: 'timeout' });
    before.answer('/keep', { kind: 'timeout' });
    await before.client.actions.send(BERT, draft('not yet sent'));
    before.client.actions.saveDraft(BERT, draft('half a text'));
    profile
      .settings()
      .set('draft-12', JSON.stringify({ ...draft('the server has this'), mark: { kept: true } }));
    await before.clock.advance(5_000);
    await before.client.stop();
    close();

    const after = await openTab();
    expect(after.client.session.get()).toEqual({ name: 'signedOut' });
    expect(settingsOf(profile)).not.toContain('the server has this');
    after.answer('/login', {
      code: 0,
      data: { authToken: 'bearer t2', userInfo: { ...ME, id: 8, user_id: 8 } },
    });
    await briefly(after);
    expect(after.client.actions.unsent()).toBe(0);
    expect(after.client.actions.draft(BERT).text).toBe('');
    await after.client.actions.logout();
    await after.settle();
    after.answer('/login', ANSWER);
    after.answer('/sendMessage', { kind: 'timeout' });
    await briefly(after);
    expect(after.client.actions.unsent()).toBe(1);
    expect(after.client.actions.draft(BERT).text).toBe('half a text');
  });

  it('SESS-11: a removal that was cut off is done by the next page', async () => {
    const { openTab, profile, close } = browser();
    const before = await openTab();
    await briefly(before);
    await before.clock.advance(60_000);
    await before.client.stop();
    close();
    const write = profile.records.write.bind(profile.records);
    Object.assign(profile.records, { write: () => Promise.reject(new Error('closed')) });
    await openTab();
    expect(profile.stored('7', 'allContacts').size).toBeGreaterThan(0);
    Object.assign(profile.records, { write });
    await openTab();
    expect(profile.stored('7', 'allContacts').size).toBe(0);
  });

  it('SESS-11: is not stored at all without cookies', async () => {
    const { withoutCookies, profile } = browser();
    const tab = await withoutCookies();
    await tab.client.start();
    await briefly(tab);
    expect(tab.client.session.get()).toEqual({ name: 'signedIn' });
    expect(profile.settings().get('authToken')).toBeNull();
    expect((await tab.client.actions.send(BERT, draft('sent'))).ok).toBe(true);
  });

  it('SESS-11: a later login with "Remember me" outlives the browser', async () => {
    const { openTab, profile, close } = browser();
    const tab = await openTab();
    await briefly(tab);
    await tab.client.actions.login({ ...BRIEF, remember: true });
    close();
    expect(profile.settings().get('authToken')).toBe('bearer t1');
  });

  it('SESS-11: a token opens with its own key only', () => {
    const token = 'bearer 0123456789abcdef';
    const key = '0f'.repeat(keyBytes(token));
    const sealed = sealToken(token, key);
    expect(openToken(sealed, () => key)).toBe(token);
    expect(openToken(token, () => null)).toBe(token);
    for (const other of [null, '', key.slice(4)]) expect(openToken(sealed, () => other)).toBeNull();
    expect(openToken(sealed, () => 'f0'.repeat(keyBytes(token)))).not.toBe(token);
    const cookies = 'other=1; parley_8443_token_key=abc; parley__token_key=def';
    expect(cookieIn(cookies, browserCookie('token_key', '8443'))).toBe('abc');
    expect(cookieIn(cookies, browserCookie('token_key', ''))).toBe('def');
    expect(cookieIn(cookies, browserCookie('token_key', '80'))).toBeNull();
  });
});
