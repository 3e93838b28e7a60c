// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadIfGone, watchGoneBuild } from '../../src/app/platform/gone-build.ts';
import { PageHost } from '../../src/app/layout/page-host.tsx';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

/** The same in all builds. */
const RUNTIME = '/assets/runtime-cccccccc.js';
const pageOf = (main: string) =>
  [RUNTIME, main].map((src) => `<script type="module" src="${src}"></script>`).join('');

const status = { head: 404 };
const requests: string[] = [];
const reload = vi.fn();
beforeEach(() => {
  status.head = 404;
  requests.length = 0;
  reload.mockReset();
  sessionStorage.clear();
  document.head.innerHTML = pageOf('/assets/main-aaaaaaaa.js');
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname } = new URL(address);
    requests.push(pathname);
    if (status.head === 0) return Promise.reject(new TypeError());
    return Promise.resolve(new Response(null, { status: pathname === RUNTIME ? 200 : status.head }));
  });
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  closeScreens();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.innerHTML = '';
});

it('UPD-13: a page whose build is gone reloads once, and not again where that does not help', async () => {
  expect(await reloadIfGone()).toBe(true);
  expect(await reloadIfGone()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(requests).toEqual([RUNTIME, '/assets/main-aaaaaaaa.js']);
  // The build after the next one is another.
  document.head.innerHTML = pageOf('/assets/main-bbbbbbbb.js');
  expect(await reloadIfGone()).toBe(true);
});

it.each([200, 503, 0])(
  'UPD-13: an available build, or an absent server (%s), reloads nothing',
  async (head) => {
    status.head = head;
    expect(await reloadIfGone()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  },
);

it('UPD-13: a page whose code is gone reloads instead of offering to try again', async () => {
  const screen = await showPart(
    scriptedClient(stateWith([])),
    <PageHost name="gone" load={() => Promise.reject(new Error('404'))} />,
  );
  await happens(() => undefined);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.all('button')).toEqual([]);
});

it('UPD-13: any code that is gone reloads the page once, also where no page shows its loss', async () => {
  watchGoneBuild();
  dispatchEvent(new Event('vite:preloadError'));
  dispatchEvent(new Event('vite:preloadError'));
  await until(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([RUNTIME, '/assets/main-aaaaaaaa.js']);
});
