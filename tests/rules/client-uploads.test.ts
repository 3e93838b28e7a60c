import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UploadView } from '../../src/client/interface/files.ts';
import { previewOf } from '../../src/client/state/selectors.ts';
import type { HttpOutcome, TransferPort, UploadRequest } from '../../src/ports/http.ts';
import { contactId, msgId, userId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import { uploadForm } from '../../src/client/browser/transfer-adapter.ts';
import { browser, type Browser, type Tab } from '../support/real-device.ts';
import { localUploads, png, textFile } from '../support/uploads.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let anna: Person;
let bela: Person;
let tab: Tab;
let device: Browser;
/** Uploads that have begun and have no answer. */
let open: {
  readonly request: UploadRequest;
  readonly answer: (outcome?: HttpOutcome) => Promise<void>;
  readonly aborted: () => boolean;
}[];

beforeEach(async () => {
  world = await startWorld({ uploads: await localUploads() });
  [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  open = [];
  device = browser(world, { transfers });
  tab = await device.open();
  await tab.client.actions.login({ account: anna.account, password: PASSWORD, remember: true });
  await world.settle();
});
afterEach(async () => {
  await tab.client.stop();
  await world.close();
});

const transfers: TransferPort = {
  upload: (request) => {
    const ends: ((outcome: HttpOutcome) => void)[] = [];
    let aborted = false;
    const done = new Promise<HttpOutcome>((resolve) => ends.push(resolve));
    const end = (outcome: HttpOutcome) => ends[0]?.(outcome);
    const answer = async (outcome?: HttpOutcome) => {
      if (outcome) return end(outcome);
      const response = await world.raw(request.path, {
        method: 'POST',
        headers: { ...request.headers },
        body: uploadForm(request.fields, request.file),
      });
      end({ kind: 'answer', status: response.status, text: await response.text() });
    };
    open.push({ request, answer, aborted: () => aborted });
    return {
      outcome: done,
      abort: () => {
        aborted = true;
        end({ kind: 'broken' });
      },
    };
  },
};

const views = (): readonly UploadView[] => tab.client.uploads.get();
const local = (name: string, words = name) => ({ name, body: new Blob([textFile(name, words).bytes]) });
const chat = () => contactId(bela.id);
const arrived = async () =>
  (await world.rows(bela, 'im/getMessageList', { toContactId: anna.id, peek: 1, limit: 100 }))
    .filter((row) => row.type !== 'event')
    .map((row) => row['fileName']);
const readText = () => tab.client.store.get().contacts.get(chat())?.last?.content;

it('UP-6: a file shows its progress, becomes the message of its id, and goes from the list', async () => {
  const image = await png(20, 20);
  const sent = tab.client.actions.sendFile(chat(), {
    name: image.name,
    body: new Blob([image.bytes], { type: 'image/png' }),
  });
  expect(sent.ok).toBe(true);
  expect(views()).toMatchObject([
    { to: chat(), kind: 'image', state: 'sending', sentBytes: 0, sizeBytes: image.bytes.length },
  ]);
  open[0]?.request.onProgress(40);
  expect(views()[0]?.sentBytes).toBe(40);
  await open[0]?.answer();
  await world.settle();
  expect(views()).toEqual([]);
  expect(await arrived()).toEqual(['photo.png']);
  expect(readText()).toBe('photo.png');
});

it('UP-6: three run at once in different chats, others wait; messages of other chats do not', async () => {
  for (const [at, name] of ['a', 'b', 'c', 'd'].entries())
    tab.client.actions.sendFile(at === 1 ? chat() : contactId(90 + at), local(name));
  expect(views().map((view) => view.state)).toEqual(['sending', 'sending', 'sending', 'queued']);
  const carla = await world.person('carla');
  await world.befriend(anna, carla);
  await tab.client.actions.send(contactId(carla.id), { text: 'words', at: [], quote: null });
  await world.settle();
  expect(tab.client.store.get().contacts.get(contactId(carla.id))?.last?.content).toBe('words');
  await open[1]?.answer();
  await world.settle();
  expect(views().map((view) => [view.file.name, view.state])).toEqual([
    ['a', 'sending'],
    ['c', 'sending'],
    ['d', 'sending'],
  ]);
});

it('UP-6: a cut is tried again with the same id, and a lost answer makes no second message', async () => {
  tab.client.actions.sendFile(chat(), local('a'));
  const [first] = open;
  const response = await world.raw(first?.request.path ?? '', {
    method: 'POST',
    headers: { ...first?.request.headers },
    body: uploadForm(first?.request.fields ?? {}, local('a')),
  });
  expect(response.status).toBe(200);
  await first?.answer({ kind: 'broken' });
  await world.settle();
  // The stream's event may have reported the arrival before the upload's answer.
  await world.clock.advance(3_000);
  await open[1]?.answer();
  await world.settle();
  expect(await arrived()).toEqual(['a']);
  expect(views()).toEqual([]);
});

it('UP-6: a refusal keeps the file with its reason until it is tried again or taken back', async () => {
  const deletedContact = contactId(99);
  const sent = tab.client.actions.sendFile(deletedContact, local('a'));
  await open[0]?.answer();
  await world.settle();
  expect(views()).toMatchObject([{ state: 'failed', reason: expect.stringMatching(/\S/) }]);
  if (sent.ok) tab.client.actions.retryUpload(sent.value);
  expect(views()).toMatchObject([{ state: 'sending' }]);
  if (sent.ok) tab.client.actions.cancelUpload(sent.value);
  expect([views(), open[1]?.aborted()]).toEqual([[], true]);
});

it('UP-6: the end of a session ends its uploads', async () => {
  tab.client.actions.sendFile(chat(), local('a'));
  await tab.client.actions.logout();
  expect([views(), open[0]?.aborted()]).toEqual([[], true]);
  expect(tab.client.actions.sendFile(chat(), local('b')).ok).toBe(false);
});

it('UP-8: the text arrives first, then each file after the previous one; a failed one delays no other', async () => {
  const words = await tab.client.actions.send(chat(), { text: 'look', at: [], quote: null });
  const first = tab.client.actions.sendFile(chat(), local('a'), 'file', {
    after: words.ok ? words.value : null,
  });
  const second = tab.client.actions.sendFile(chat(), local('b'), 'file', {
    after: first.ok ? first.value : null,
  });
  tab.client.actions.sendFile(chat(), local('c'), 'file', { after: second.ok ? second.value : null });
  expect(views().map((view) => view.state)).toEqual(['queued', 'queued', 'queued']);
  await world.settle();
  expect(views().map((view) => view.state)).toEqual(['sending', 'queued', 'queued']);
  await open[0]?.answer();
  await world.settle();
  expect(views().map((view) => [view.file.name, view.state])).toEqual([
    ['b', 'sending'],
    ['c', 'queued'],
  ]);
  await open[1]?.answer({ kind: 'answer', status: 200, text: '{"code":400,"msg":"no","data":""}' });
  await world.settle();
  expect(views().map((view) => [view.file.name, view.state])).toEqual([
    ['b', 'failed'],
    ['c', 'sending'],
  ]);
  await open[2]?.answer();
  await world.settle();
  expect(await arrived()).toEqual(['', 'a', 'c']);
});

it('MSG-2: words go with their file, into the chat and its line in the list', async () => {
  tab.client.actions.sendFile(chat(), local('a'), 'file', { caption: 'look <here>' });
  expect(views()[0]?.caption).toBe('look &lt;here&gt;');
  await open[0]?.answer();
  await world.settle();
  const rows = await world.rows(bela, 'im/getMessageList', { toContactId: anna.id, peek: 1, limit: 100 });
  expect(rows.at(-1)?.extends).toEqual({ caption: 'look &lt;here&gt;' });
  expect(previewOf(tab.client.store.get().contacts.get(chat())?.last ?? null)).toEqual({
    kind: 'label',
    name: 'a',
    type: 'file',
    text: 'look <here>',
  });
});

it('UP-9: after a reload a file continues under its ID; a failed one waits for the user', async () => {
  const going = tab.client.actions.sendFile(chat(), local('a'));
  tab.client.actions.sendFile(contactId(99), local('b'));
  await open[1]?.answer();
  await world.settle();
  expect(tab.client.actions.unsent()).toBe(2);
  await tab.client.stop();
  tab = await device.open();
  await world.settle();
  expect(views()).toMatchObject([
    { id: going.ok ? going.value : '', state: 'sending' },
    { to: '99', state: 'failed', reason: expect.stringMatching(/\S/) },
  ]);
  await open[2]?.answer();
  await world.settle();
  expect(await arrived()).toEqual(['a']);
  const failed = views()[0]?.id;
  if (failed) tab.client.actions.retryUpload(failed);
  expect(views()).toMatchObject([{ state: 'sending' }]);
  if (failed) tab.client.actions.cancelUpload(failed);
  await world.settle();
  expect([...device.profile.stored(String(anna.id), 'uploads').keys()]).toEqual([]);
});

it('UP-9: a cancelled upload disappears from other tabs that read it from the device', async () => {
  tab.client.actions.sendFile(chat(), local('a'));
  tab.client.actions.sendFile(contactId(99), local('b'));
  await open[1]?.answer();
  await world.settle();
  // A visible tab takes over the sending.
  const other = await device.open();
  await world.settle();
  const those = () => other.client.uploads.get().map(({ file, state }) => [file.name, state]);
  expect(those()).toEqual([
    ['a', 'sending'],
    ['b', 'failed'],
  ]);
  for (const { id } of views()) tab.client.actions.cancelUpload(id);
  await world.settle();
  expect([views(), those(), open.map((one) => one.aborted())]).toEqual([[], [], [true, false, true]]);
  expect([...device.profile.stored(String(anna.id), 'uploads').keys()]).toEqual([]);
  await other.client.stop();
});

it('UP-9, STORE-13: an upload cancelled on a full device is removed once there is room', async () => {
  tab.client.actions.sendFile(chat(), local('a'));
  await world.settle();
  const { records } = device.profile;
  const left = () => device.profile.stored(String(anna.id), 'uploads').size;
  const full = vi.spyOn(records, 'write').mockRejectedValue(new Error('no room'));
  for (const { id } of views()) tab.client.actions.cancelUpload(id);
  await world.clock.advance(10_000);
  expect(left()).toBe(1);
  expect(full.mock.calls.length).toBeLessThan(10);
  full.mockRestore();
  await world.clock.advance(60_000);
  expect(left()).toBe(0);
});

it('UP-9: files that were chosen together keep their order over a reload', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of names) tab.client.actions.sendFile(chat(), local(name));
  await world.settle();
  await tab.client.stop();
  tab = await device.open();
  await world.settle();
  expect(views().map((view) => view.file.name)).toEqual(names);
});

it('SEND-14: a file that never left does not age; others fail after 60 days, and a retry restarts that', async () => {
  await tab.client.actions.send(chat(), { text: 'first', at: [], quote: null });
  for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
    tab.client.actions.sendFile(at === 0 || at === 3 ? chat() : contactId(90 + at), local(name));
    await world.clock.advance(1);
  }
  expect([views().map((view) => view.state), open.length]).toEqual([
    ['sending', 'sending', 'sending', 'queued'],
    3,
  ]);
  await world.settle();
  await tab.client.stop();
  world.clock.jump(61 * duration.DAY);
  tab = await device.open();
  await tab.client.actions.login({ account: anna.account, password: PASSWORD, remember: true });
  await world.settle();
  expect(views().map((view) => [view.file.name, view.state])).toEqual([
    ['a', 'failed'],
    ['b', 'failed'],
    ['c', 'failed'],
    ['d', 'sending'],
  ]);
  expect(new Set(open.slice(3).map(({ request }) => request.file.name))).toEqual(new Set(['d']));
  await open.at(-1)?.answer();
  const [first] = views();
  if (first) tab.client.actions.retryUpload(first.id);
  await open.at(-1)?.answer();
  await world.settle();
  expect([readText(), views().map((view) => view.file.name)]).toEqual(['a', ['b', 'c']]);
});

it('UP-7: emoji, files, search and the browser of a chat answer in the words of the client', async () => {
  const { actions } = tab.client;
  const image = await png(40, 40);
  const picture = { name: 'smile.png', body: new Blob([image.bytes], { type: 'image/png' }) };
  const own = actions.uploadEmoji(picture);
  await open[0]?.answer();
  expect(await own).toMatchObject({ ok: true, value: expect.stringMatching(/^\/pictures\//) });
  const emojis = await actions.emojis();
  expect(emojis).toMatchObject({ ok: true, value: [{ name: 'smile' }] });
  const [emoji] = emojis.ok ? emojis.value : [];
  if (!emoji) throw new Error('no emoji');
  expect((await actions.sendEmoji(chat(), emoji)).ok).toBe(true);
  await world.settle();
  actions.sendFile(chat(), local('计划.txt'));
  await open[1]?.answer();
  await world.settle();
  const files = await actions.files({ role: 'sent' });
  expect(files).toMatchObject({
    ok: true,
    value: { total: 1, rows: [{ name: '计划', ext: 'txt', cate: 1, from: { id: anna.id } }] },
  });
  const [file] = files.ok ? files.value.rows : [];
  if (!file) throw new Error('no file');
  expect((await actions.sendStoredFile(chat(), file)).ok).toBe(true);
  await world.settle();
  expect(await actions.searchMessages({ keywords: '计划' })).toMatchObject({
    ok: true,
    value: {
      more: false,
      rows: [
        { conversation: chat() },
        { conversation: chat(), message: { type: 'file', file: { name: '计划.txt' } } },
      ],
    },
  });
  expect(await actions.browse({ conversation: chat(), type: 'emoji' })).toMatchObject({
    ok: true,
    value: { total: 1, messages: [{ content: emoji.src }] },
  });
  expect(await actions.renewLink(file.src)).toMatchObject({ ok: true, value: file.src });
  expect(
    (await actions.moveEmojis([emoji.id])).ok &&
      (await actions.addEmoji(emoji.fileId)).ok &&
      (await actions.deleteEmojis([emoji.id])).ok,
  ).toBe(true);
  expect(await actions.emojis()).toMatchObject({ ok: true, value: [] });
  const face = actions.uploadAvatar(picture);
  await open[2]?.answer();
  const address = await face;
  expect(tab.client.store.get().self?.avatar).toBe(address.ok ? address.value : null);
  // Sends a file as a reply in a thread (THREAD-8).
  const sent = () => world.rows(bela, 'im/getMessageList', { toContactId: anna.id, peek: 1 });
  const first = Number((await sent()).at(-1)?.['msg_id']);
  const quote = { msgId: msgId(first), content: '', userId: userId(anna.id), realname: '' };
  expect((await actions.sendEmoji(chat(), emoji, quote)).ok).toBe(true);
  await world.settle();
  expect((await sent()).at(-1)?.['pid']).toBe(first);
});
