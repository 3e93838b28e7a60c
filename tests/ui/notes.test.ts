import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

type Data = Readonly<Record<string, unknown>>;

interface ShownOptions {
  readonly tag: string;
  readonly data: Data;
  readonly renotify: boolean;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

/**
 * A browser that keeps one notification for each tag, and forgets a new one when its list is read. `visible`
 * reports a visible page of the app.
 */
async function openWorker(visible = false) {
  const notes = new Map<string, { readonly title: string; readonly data: Data }>();
  const alerts: string[] = [];
  const buttons: string[][] = [];
  const beginning = new Set<string>();
  const dropped = new Set<string>();
  const reports: Data[] = [];
  const page = {
    visibilityState: visible ? 'visible' : 'hidden',
    focused: visible,
    postMessage: (message: Data) => reports.push(message),
  };
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('clients', { matchAll: () => Promise.resolve([page]) });
  vi.stubGlobal('registration', {
    async showNotification(title: string, { tag, data, renotify, actions }: ShownOptions) {
      buttons.push(actions.map((one) => `${one.action}: ${one.title}`));
      if (title === '') throw new TypeError('no title');
      if (renotify || !notes.has(tag)) alerts.push(title);
      beginning.add(title);
      await new Promise((resolve) => setTimeout(resolve, 5));
      beginning.delete(title);
      if (!dropped.has(title)) notes.set(tag, { title, data });
    },
    getNotifications() {
      for (const title of beginning) dropped.add(title);
      return Promise.resolve(
        [...notes].map(([tag, shown]) => ({ ...shown, tag, close: () => notes.delete(tag) })),
      );
    },
  });
  vi.resetModules();
  const { answerPage, openNote, showNote } = await import('../../src/app/worker/notes-adapter.ts');
  const push = (title: string, tag: string, more: object = {}) =>
    showNote({ kind: 'message', tag, title, content: 'hello', ...more });
  const listVisible = () => [...notes].map(([tag, { title }]) => [tag, title]);
  const listPaths = () => [...notes.values()].map(({ data }) => data['path']);
  /** Presses a button of the notification, or the notification itself. */
  const press = async (tag: string, action = '') => {
    const data = notes.get(tag)?.data;
    await openNote({ notification: { data, close: () => notes.delete(tag) }, action } as never);
  };
  return { push, answerPage, press, shown: listVisible, led: listPaths, reports, alerts, buttons };
}

const note = (tag: string, title: string, more: object = {}) => ({
  type: 'show',
  note: { kind: 'message', tag, title, content: 'hello', ...more },
});

it('PUSH-11: notes that come together are all shown, in their order', async () => {
  const { push, shown } = await openWorker();
  await Promise.all([push('Anna', 'a'), push('Bela', 'b'), push('Anna again', 'a')]);
  expect(shown()).toEqual([
    ['a', 'Anna again'],
    ['b', 'Bela'],
  ]);
});

it('PUSH-11: a note that cannot be shown keeps the next one not back', async () => {
  const { push, shown } = await openWorker();
  const [refused] = await Promise.allSettled([push('', 'a'), push('Bela', 'b')]);
  expect(refused?.status).toBe('rejected');
  expect(shown()).toEqual([['b', 'Bela']]);
});

it('PUSH-12: a push replaces what a hidden page has shown of the same chat', async () => {
  const { push, answerPage, shown } = await openWorker();
  await answerPage(note('chat-1-7', 'from the page'));
  await push('from the server', 'chat-1-7');
  expect(shown()).toEqual([['chat-1-7', 'from the server']]);
});

it('PUSH-12: a hidden page shows nothing while another page is visible', async () => {
  const { answerPage, shown } = await openWorker(true);
  await answerPage(note('chat-1-7', 'Anna'));
  expect(shown()).toEqual([]);
});

it('PUSH-12: page and push show one call once, though they name it differently', async () => {
  const { push, answerPage, shown } = await openWorker();
  const call = { kind: 'call', payload: { call: 'c1' } };
  await answerPage(note('call-c1', 'Anna', call));
  await push('Anna', 'call-12', call);
  expect(shown()).toEqual([['call-12', 'Anna']]);
  await push('Anna', 'call-12', { kind: 'missed', payload: { call: 'c1' } });
  await answerPage({ type: 'close', call: 'c1' });
  expect(shown()).toEqual([['call-12', 'Anna']]);
});

it('PUSH-13: a page hears what is shown, and closes what is over', async () => {
  const { push, answerPage, shown, reports } = await openWorker();
  await push('Anna', 'a', { time: 5, payload: { toContactId: '7', id: 'm1' } });
  await push('Bela', 'b', { payload: { toContactId: '8', id: 'm2' } });
  expect(reports.at(-1)).toMatchObject({
    type: 'shown',
    notes: [{ tag: 'a', kind: 'message', time: 5, chat: '7', id: 'm1' }, { tag: 'b' }],
  });
  await answerPage({ type: 'close', notes: [{ tag: 'a', time: 5 }] });
  expect(shown()).toEqual([['b', 'Bela']]);
  expect(reports.at(-1)).toMatchObject({ notes: [{ tag: 'b' }] });
});

it('PUSH-13: a note that took the place of one that is over stays', async () => {
  const { push, answerPage, shown } = await openWorker();
  await push('Anna', 'a', { time: 5 });
  await push('Anna again', 'a', { time: 6 });
  await answerPage({ type: 'close', notes: [{ tag: 'a', time: 5 }] });
  expect(shown()).toEqual([['a', 'Anna again']]);
});

it('PUSH-14: a push of the server closes everything on a device that was signed out', async () => {
  const { push, shown } = await openWorker();
  await push('Anna', 'a');
  await push('Bela', 'b');
  await push('', '*', { kind: 'clear' });
  expect(shown()).toEqual([]);
});

it('PUSH-11: whatever else a page says changes nothing', async () => {
  const { push, answerPage, shown } = await openWorker();
  await push('Anna', 'a');
  for (const odd of [null, 'take', 7, {}, { type: 'close' }, { type: 'show', note: 1 }])
    await answerPage(odd);
  expect(shown()).toEqual([['a', 'Anna']]);
});

it('LATER-14: a notification of an unsent message leads to its list, a message to its chat', async () => {
  const { push, led } = await openWorker();
  await push('Not sent', 'unsent', { payload: { toContactId: '2', is_group: 0, page: 'later' } });
  await push('Anna', 'a', { payload: { toContactId: '2', is_group: 0, page: 'https://elsewhere.example' } });
  expect(led()).toEqual(['/pages/mine/later', '/pages/message/chat?id=2']);
});

const about = (id: string) => ({ payload: { toContactId: '7', id } });
const edited = (id: string) => ({ update: true, ...about(id) });

it('PUSH-19: a new message of a chat alerts again, the same one from page and push does not', async () => {
  const { push, answerPage, alerts } = await openWorker();
  await answerPage(note('chat-1-7', 'first', about('m1')));
  await push('first pushed', 'chat-1-7', about('m1'));
  expect(alerts).toEqual(['first']);
  await push('second', 'chat-1-7', about('m2'));
  expect(alerts).toEqual(['first', 'second']);
});

it('PUSH-21: new words replace the notification of their message, and show no other', async () => {
  const { push, shown, alerts } = await openWorker();
  await push('edited', 'chat-1-7', edited('m1'));
  expect(shown()).toEqual([]);
  await push('first', 'chat-1-7', { payload: { toContactId: '7', id: 'm1' } });
  await push('edited', 'chat-1-7', edited('m1'));
  await push('of another', 'chat-1-7', edited('m2'));
  expect([shown(), alerts]).toEqual([[['chat-1-7', 'edited']], ['first']]);
});

it('PUSH-20: a changed subscription is sent to the server under the name of the device', async () => {
  const sent: unknown[] = [];
  const device = { cid: 'secret-name', key: 'AAAA', platform: 'android', words: false };
  vi.stubGlobal('caches', {
    open: () => Promise.resolve({ match: () => Promise.resolve(Response.json(device)) }),
  });
  vi.stubGlobal('fetch', (path: string, { body }: { readonly body: string }) => {
    sent.push([path, JSON.parse(body)]);
    return Promise.resolve(Response.json({ code: 0 }));
  });
  const fresh = {
    toJSON: () => ({ endpoint: 'https://push.example.org/2', keys: { p256dh: 'p', auth: 'a' } }),
  };
  const subscribe = vi.fn(() => Promise.resolve(fresh));
  vi.stubGlobal('registration', { pushManager: { subscribe } });
  vi.resetModules();
  const { renewSubscription } = await import('../../src/app/worker/renew-adapter.ts');
  await renewSubscription(new Event('pushsubscriptionchange') as never);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'AAAA' });
  const body = { endpoint: 'https://push.example.org/2', p256dh: 'p', auth: 'a', platform: 'android' };
  expect(sent).toEqual([['/common/push/subscribe', { ...body, content: 0, cid: 'secret-name' }]]);
});

const RING = {
  kind: 'call',
  buttons: { accept: 'Join', decline: 'Decline' },
  payload: { toContactId: 'group-3', is_group: 1, call: 'call-1', place: 8 },
};

it('PUSH-25: a call has its buttons and leads to its page; each ring alerts again', async () => {
  const { push, press, led, alerts, buttons, reports } = await openWorker();
  await push('Hikers', 'group-call-group-3', RING);
  await push('Hikers', 'group-call-group-3', RING);
  await push('Anna', 'chat-1-7', { payload: { toContactId: '7', id: 'm1' } });
  expect(buttons).toEqual([['accept: Join', 'decline: Decline'], ['accept: Join', 'decline: Decline'], []]);
  expect(led()[0]).toBe('/pages/message/call?group=group-3');
  expect(alerts).toEqual(['Hikers', 'Hikers', 'Anna']);
  reports.length = 0;
  await press('group-call-group-3', 'accept').catch(() => undefined);
  expect(reports[0]).toEqual({ type: 'open', path: '/pages/message/call?group=group-3' });
});

it('PUSH-25: declining closes the notification, opens nothing, and is sent to the server', async () => {
  const { push, press, shown, reports } = await openWorker();
  const sent: unknown[] = [];
  vi.stubGlobal('caches', {
    open: () => Promise.resolve({ match: () => Promise.resolve(Response.json({ cid: 'secret-name' })) }),
  });
  vi.stubGlobal('fetch', (path: string, { body }: { readonly body: string }) => {
    sent.push([path, JSON.parse(body)]);
    return Promise.resolve(Response.json({ code: 0 }));
  });
  await push('Hikers', 'group-call-group-3', RING);
  reports.length = 0;
  await press('group-call-group-3', 'decline');
  const body = { cid: 'secret-name', toContactId: 'group-3', call: 'call-1', place: 8 };
  expect(sent).toEqual([['/common/push/decline', body]]);
  expect([shown(), reports]).toEqual([[], []]);
});
