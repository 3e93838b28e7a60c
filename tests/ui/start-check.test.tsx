// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { AppRelease } from '../../src/client/interface/account.ts';
import { ok } from '../../src/domain/result.ts';
import { closeScreens } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact } from '../support/contacts.ts';

afterEach(() => {
  closeScreens();
  vi.unstubAllGlobals();
});

const state = stateWith([aContact(2, { displayName: 'Two', ...lastText('hi', 1) })]);

describe('the check at the start', () => {
  it('UPD-6: the app looks for a newer version once; what was put off is not offered at the next start', async () => {
    const release = {
      name: '6.2.0',
      build: 20270202,
      info: 'Calmer',
      kind: 'optional',
      address: '',
    } as const;
    const first = await startedWith(release);
    await until(() => expect(first.screen.text()).toContain('Version 6.2.0 is available'));
    await first.screen.press(first.screen.find('button', 'Later'));
    expect(localStorage.getItem('update-later')).toBe('6.2.0');
    first.screen.close();
    const second = await startedWith(release);
    await until(() => expect(second.asked()).toEqual([['checkUpdate', false]]));
    expect(second.screen.text()).not.toContain('6.2.0');
    second.screen.close();
    const third = await startedWith({ ...release, name: '6.3.0' });
    await until(() => expect(third.screen.text()).toContain('Version 6.3.0 is available'));
    third.screen.close();
    const silent = await startedWith({ ...release, name: '6.4.0', kind: 'silent' });
    await until(() => expect(silent.asked()).toEqual([['checkUpdate', false]]));
    expect(silent.screen.text()).not.toContain('6.4.0');
  });

  it('PERM-6: notifications are offered after the first message, sent within one frame or not', async () => {
    vi.stubGlobal('Notification', { permission: 'default' });
    localStorage.removeItem('notifications-offered');
    const { screen, asked, client } = await startedWith(null);
    await until(() => expect(asked()).toHaveLength(1));
    const offer = 'Get notified when the app is closed?';
    expect(screen.text()).not.toContain(offer);
    client.notify({ kind: 'sent' });
    await until(() => expect(screen.text()).toContain(offer));
    await screen.press(screen.find('button', 'Not now'));
    client.notify({ kind: 'sent' });
    expect(screen.text()).not.toContain(offer);
    expect(localStorage.getItem('notifications-offered')).toBe('1');
    screen.close();
  });
});

/** A fresh load of the page. */
async function startedWith(release: AppRelease | null) {
  vi.resetModules();
  const fresh = await import('../support/screen.tsx');
  const client = scriptedClient(state, { checkUpdate: () => Promise.resolve(ok(release)) });
  const screen = await fresh.showApp(client, '/');
  return { screen, client, asked: () => client.asked.filter(([name]) => name === 'checkUpdate') };
}
