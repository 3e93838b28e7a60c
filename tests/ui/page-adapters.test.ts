// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { browserDevice } from '../../src/client/browser/browser-device-adapter.ts';
import { createTransfers } from '../../src/client/browser/transfer-adapter.ts';
import { createTabMemory } from '../../src/client/browser/tab-memory-adapter.ts';
import { createLocalSettings } from '../../src/client/browser/local-storage-adapter.ts';
import type { UploadRequest } from '../../src/ports/http.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.localStorage.clear();
});

const see = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
const page = (type: string, persisted = false) =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted }));

it('SOCK-8: the page hears of its network until it does not want to any more', () => {
  const events: boolean[] = [];
  const end = browserDevice.onOnline((online) => events.push(online));
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  end();
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(events).toEqual([false, true]);
});

it('PUSH-3: the page reports that it is visible, also when it returns from the browser’s cache', () => {
  const events: boolean[] = [];
  const end = browserDevice.onVisible((visible) => events.push(visible));
  see('hidden');
  expect(browserDevice.isVisible()).toBe(false);
  see('visible');
  expect(browserDevice.isVisible()).toBe(true);
  page('pageshow');
  page('pageshow', true);
  end();
  see('hidden');
  page('pageshow', true);
  expect(events).toEqual([false, true, true]);
});

it('STORE-5: pending data is stored when the page is hidden or left, and only then', () => {
  const [left, gone] = [vi.fn(), vi.fn()];
  const ends = [browserDevice.onLeaving(left), browserDevice.onGone(gone)];
  see('visible');
  expect(left).not.toHaveBeenCalled();
  see('hidden');
  expect([left.mock.calls.length, gone.mock.calls.length]).toEqual([1, 0]);
  page('pagehide');
  expect([left.mock.calls.length, gone.mock.calls.length]).toEqual([2, 1]);
  for (const end of ends) end();
  see('hidden');
  page('pagehide');
  expect([left.mock.calls.length, gone.mock.calls.length]).toEqual([2, 1]);
});

const say = (init: { key: string | null; newValue: string | null; storageArea: Storage | null }) =>
  window.dispatchEvent(Object.assign(new Event('storage'), init));

it('STORE-13: a value of another tab is received, and replaces one that had no room here', () => {
  const settings = createLocalSettings();
  expect(window.localStorage.length).toBe(0);
  const events: unknown[] = [];
  const end = settings.onChange((key, value) => events.push([key, value]));
  vi.spyOn(window.localStorage, 'setItem').mockImplementation(() => {
    throw new Error('no room');
  });
  settings.set('draft', 'here');
  expect([settings.get('draft'), settings.keys()]).toEqual(['here', ['draft']]);
  say({ key: 'draft', newValue: 'there', storageArea: window.localStorage });
  expect(settings.get('draft')).toBeNull();
  say({ key: 'other', newValue: 'x', storageArea: null });
  say({ key: null, newValue: null, storageArea: window.localStorage });
  end();
  say({ key: 'draft', newValue: 'again', storageArea: window.localStorage });
  expect(events).toEqual([['draft', 'there']]);
});

it('STORE-13: a browser that forbids storage loses nothing while the page lives', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new Error('forbidden');
  });
  const settings = createLocalSettings();
  settings.set('a', '1');
  expect([settings.get('a'), settings.get('b'), settings.keys()]).toEqual(['1', null, ['a']]);
  settings.set('a', null);
  expect([settings.get('a'), settings.keys()]).toEqual([null, []]);
});

it('CALL-46: a tab remembers a talk until it ends, leaves nothing else there, and never an older one', () => {
  const memory = createTabMemory();
  expect(window.sessionStorage.length).toBe(0);
  memory?.set('talk', 'one');
  expect(createTabMemory()?.get('talk')).toBe('one');
  const full = vi.spyOn(window.sessionStorage, 'setItem').mockImplementation(() => {
    throw new Error('no room');
  });
  memory?.set('talk', 'two');
  expect([memory?.get('talk'), createTabMemory()]).toEqual([null, undefined]);
  full.mockRestore();
  memory?.set('talk', 'three');
  memory?.set('talk', null);
  expect(window.sessionStorage.length).toBe(0);
});

/** A request of the older kind that the test answers. */
class FakeXhr extends EventTarget {
  static last: FakeXhr;
  status = 0;
  responseText = '';
  timeout = 0;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  opened: readonly string[] = [];
  form: FormData | null = null;
  constructor() {
    super();
    FakeXhr.last = this;
  }
  open(...how: readonly string[]): void {
    this.opened = how;
  }
  setRequestHeader(name: string, value: string): void {
    if (value.includes('\n')) throw new Error('no header');
    this.headers[name] = value;
  }
  send(form: FormData): void {
    this.form = form;
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
}

function upload(parts: Partial<UploadRequest> = {}) {
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  const progress: number[] = [];
  const file = { body: new Blob(['abc']), name: 'a.txt' };
  const transfer = createTransfers('https://host').upload({
    path: '/files',
    headers: { authorization: 't' },
    fields: { b: '2', a: '1' },
    file,
    timeoutMs: 500,
    onProgress: (sent: number) => progress.push(sent),
    ...parts,
  });
  return { transfer, progress, xhr: FakeXhr.last };
}

it('UP-1: an upload says its fields before its bytes, how far it is, and what was answered', async () => {
  const { transfer, progress, xhr } = upload();
  expect([xhr.opened, xhr.headers, xhr.timeout]).toEqual([
    ['POST', 'https://host/files'],
    { authorization: 't' },
    500,
  ]);
  expect([...(xhr.form?.keys() ?? [])]).toEqual(['b', 'a', 'file']);
  xhr.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 2 }));
  Object.assign(xhr, { status: 413, responseText: 'too large' });
  xhr.dispatchEvent(new Event('load'));
  expect([await transfer.outcome, progress]).toEqual([
    { kind: 'answer', status: 413, text: 'too large' },
    [2],
  ]);
});

it.each([
  ['timeout', 'timeout'],
  ['error', 'broken'],
  ['abort', 'broken'],
])('ERR-1: an upload that ends with %s is %s', async (event, kind) => {
  const { transfer, xhr } = upload();
  if (event === 'abort') transfer.abort();
  else xhr.dispatchEvent(new Event(event));
  expect(await transfer.outcome).toEqual({ kind });
});

it('ERR-1: an upload that cannot be built, and one without a network, make no request', async () => {
  const bad = upload({ headers: { authorization: 'a\nb' } });
  expect([await bad.transfer.outcome, bad.xhr.form]).toEqual([{ kind: 'setup' }, null]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const offline = upload();
  expect([await offline.transfer.outcome, offline.xhr.opened]).toEqual([{ kind: 'offline' }, []]);
});
