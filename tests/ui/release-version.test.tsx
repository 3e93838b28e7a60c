// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import '../support/pretended-layout.ts';
import '../support/node-names.ts';
import LoginPage from '../../src/app/screens/account/login/login-route.tsx';
import { viewPath } from '../../src/app/paths/paths.ts';
import { app } from '../../src/domain/first-limits.ts';
import { version } from '../../package.json';
import { closeScreens, showApp, showPart } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact } from '../support/contacts.ts';

const state = stateWith([aContact(2, { displayName: 'Two', ...lastText('hi', 1) })]);

it('UPD-14: the login page, Me and About show the release of package.json', async () => {
  expect(version).not.toBe(app.version);
  const login = await showPart(scriptedClient(state), <LoginPage />);
  expect(login.text()).toContain(`Parley ${version}`);
  closeScreens();
  const me = await showApp(scriptedClient(state), viewPath('me'));
  await until(() => expect(me.text()).toContain(`Parley ${version}`));
  closeScreens();
  const about = await showApp(scriptedClient(state), '/pages/mine/about');
  await until(() => expect(about.text()).toContain(`Version ${version}`));
});

it('UPD-14, UPD-8: the first start after an update names the release in the list of changes', async () => {
  localStorage.setItem('version-seen', '6.0.1');
  vi.resetModules();
  const fresh = await import('../support/screen.tsx');
  const screen = await fresh.showApp(scriptedClient(state), '/');
  await until(() => expect(screen.text()).toContain(`New in version ${version}`));
  expect(localStorage.getItem('version-seen')).toBe(version);
  screen.close();
});
