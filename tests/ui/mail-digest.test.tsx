// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { MailDigestFacts } from '../../src/wire/answers/accounts.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { closeScreens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

afterEach(() => closeScreens());

const ADDRESS = 'anna@parley.test';
const TITLE = 'Mail about unread messages';
const FACTS: MailDigestFacts = { isOffered: true, isOn: false, address: ADDRESS };

/** The settings over a server with these facts; `refuses`: it accepts no change. */
async function settings(facts: Partial<MailDigestFacts>, { mail = true, refuses = false } = {}) {
  const state = stateWith([]);
  let now = { ...FACTS, ...facts };
  const config = { ...state.config, sysInfo: { ...state.config.sysInfo, mail } };
  const client = scriptedClient(
    { ...state, config },
    {
      mailDigest: (on?: boolean) => {
        if (refuses && on !== undefined)
          return Promise.resolve(fail({ kind: 'server', code: 400, message: 'not now' } as const));
        now = { ...now, isOn: on ?? now.isOn };
        return Promise.resolve(ok(now));
      },
    },
  );
  const screen = await showApp(client, '/pages/mine/setting');
  await until(() => expect(screen.text()).toContain('Notifications'));
  const isShown = mail && now.isOffered;
  await until(() => expect([screen.text().includes(TITLE), isAsked(client)]).toEqual([isShown, mail]));
  return { client, screen };
}

const isAsked = ({ asked }: ReturnType<typeof scriptedClient>) =>
  asked.some(([name]) => name === 'mailDigest');

describe('mails about unread messages in the settings', () => {
  it('DIGEST-7: they are off, with the address, and a press turns them on and off', async () => {
    const { screen } = await settings({});
    const state = () => screen.find('switch', TITLE).getAttribute('aria-checked');
    expect([state(), screen.text().includes(`to ${ADDRESS}`)]).toEqual(['false', true]);
    await screen.press(screen.find('switch', TITLE));
    expect(state()).toBe('true');
    await screen.press(screen.find('switch', TITLE));
    expect(state()).toBe('false');
  });

  it('DIGEST-7: without a verified address the row says what is missing', async () => {
    const { screen } = await settings({ address: '' });
    expect(screen.find('switch', TITLE).hasAttribute('disabled')).toBe(true);
    expect(screen.text()).toContain('Needs a verified email address as your username.');
    closeScreens();
    // They can still be turned off.
    const later = await settings({ address: '', isOn: true });
    expect(later.screen.find('switch', TITLE).hasAttribute('disabled')).toBe(false);
  });

  it('DIGEST-7: a refusal is shown, and the switch stays', async () => {
    const { screen } = await settings({}, { refuses: true });
    await screen.press(screen.find('switch', TITLE));
    expect(screen.find('switch', TITLE).getAttribute('aria-checked')).toBe('false');
    expect(screen.text()).toContain('not now');
  });

  it('DIGEST-7: a server that sends none has no row, and one without mail is not asked', async () => {
    expect((await settings({ isOffered: false })).screen.text()).not.toContain(TITLE);
    closeScreens();
    const { client, screen } = await settings({}, { mail: false });
    expect([screen.text().includes(TITLE), isAsked(client)]).toEqual([false, false]);
  });
});
