// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadIfGone } from '../../src/app/platform/gone-build.ts';
import { PageHost } from '../../src/app/layout/page-host.tsx';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

const status = { head: 404 };
const asked: string[] = [];
const reload = vi.fn();
beforeEach(() => {
  status.head = 404;
  asked.length = 0;
  reload.mockReset();
  sessionStorage.clear();
  document.head.innerHTML = '<script type="module" src="/assets/main-aaaaaaaa.js"></script>';
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address).pathname);
    return status.head === 0
      ? Promise.reject(new TypeError())
      : Promise.resolve(new Response(null, { status: status.head }));
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
  expect(asked).toEqual(['/assets/main-aaaaaaaa.js']);
  // The build after the next one is another.
  document.head.innerHTML = '<script type="module" src="/assets/main-bbbbbbbb.js"></script>';
  expect(await reloadIfGone()).toBe(true);
});

it.each([200, 503, 0])(
  'UPD-13: a build that is there, or a server that is away (%s), reloads nothing',
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
