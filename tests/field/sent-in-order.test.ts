import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uploadForm } from '../../src/client/browser/transfer-adapter.ts';
import { contactId, messageId, type MessageId, msgId } from '../../src/domain/ids.ts';
import type { UploadKind } from '../../src/client/interface/files.ts';
import type { HttpOutcome, TransferPort } from '../../src/ports/http.ts';
import { browser, type Browser, type Tab } from '../support/real-device.ts';
import { localUploads, png, textFile, wav } from '../support/uploads.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let anna: Person;
let bela: Person;
let carla: Person;
let tab: Tab;
let device: Browser;
/** Uploads on a slow line: they end when the test says so. */
let open: { readonly name: string; readonly answer: (outcome?: HttpOutcome) => Promise<void> }[];

beforeEach(async () => {
  world = await startWorld({ uploads: await localUploads() });
  [anna, bela, carla] = [await world.person('anna'), await world.person('bela'), await world.person('carla')];
  for (const friend of [bela, carla]) await world.befriend(anna, friend);
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
    open.push({ name: request.file.name, answer });
    return { outcome: done, abort: () => end({ kind: 'broken' }) };
  },
};

const REFUSED: HttpOutcome = { kind: 'answer', status: 200, text: '{"code":400,"msg":"no","data":""}' };
const chat = () => contactId(bela.id);
const at = async (ms = 10) => {
  await world.clock.advance(ms);
  await world.settle();
};

type Kind = 'picture' | 'voice' | 'file' | 'album';
const KINDS: readonly Kind[] = ['picture', 'voice', 'file', 'album'];
async function contentOf(kind: Kind): Promise<readonly [name: string, body: Blob, kind: UploadKind][]> {
  const image = await png(20, 20);
  const picture = (name: string) =>
    [name, new Blob([image.bytes], { type: 'image/png' }), 'image'] as [string, Blob, UploadKind];
  switch (kind) {
    case 'picture':
      return [picture('a.png')];
    case 'album':
      return [picture('a.png'), picture('b.png')];
    case 'voice':
      return [['a.wav', new Blob([wav(1).bytes], { type: 'audio/wav' }), 'voice']];
    case 'file':
      return [['a.txt', new Blob([textFile('a.txt', 'a').bytes]), 'file']];
  }
}

/** Sends the files of this kind; returns their ids. */
async function sendFiles(kind: Kind, from = tab): Promise<readonly MessageId[]> {
  const ids: MessageId[] = [];
  for (const [name, body, as] of await contentOf(kind)) {
    const sent = from.client.actions.sendFile(chat(), { name, body }, as, { after: ids.at(-1) ?? null });
    if (sent.ok) ids.push(sent.value);
  }
  await at();
  return ids;
}
const say = async (text: string, to = chat(), from = tab) => {
  const sent = await from.client.actions.send(to, { text, at: [], quote: null });
  await at();
  return sent.ok ? sent.value : messageId('');
};
/** Ends every open upload, and those that begin then. */
const answerAll = async (outcome?: HttpOutcome) => {
  for (let rounds = 0; rounds < 20 && open.length > 0; rounds += 1) {
    await open.shift()?.answer(outcome);
    await at(5);
  }
};
const arrived = async (of = bela) =>
  (await world.rows(of, 'im/getMessageList', { toContactId: anna.id, peek: 1, limit: 100 }))
    .filter((row) => row.type !== 'event')
    .map((row) => (row.type === 'text' ? row['content'] : row['fileName']));
const names = async (kind: Kind) => (await contentOf(kind)).map(([name]) => name);

describe.each(KINDS)('SEND-6: a text after a %s', (kind) => {
  it('arrives after it on a slow line', async () => {
    await sendFiles(kind);
    await say('after');
    await at(5_000);
    expect(await arrived()).toEqual([]);
    await answerAll();
    expect(await arrived()).toEqual([...(await names(kind)), 'after']);
  });

  it('arrives after it when both were sent offline', async () => {
    tab.network.unplug();
    await sendFiles(kind);
    await say('after');
    await at(30_000);
    tab.network.plug();
    await at(5_000);
    await answerAll();
    await at(5_000);
    await answerAll();
    expect(await arrived()).toEqual([...(await names(kind)), 'after']);
  });

  it('arrives after it when the page was reloaded in between', async () => {
    await sendFiles(kind);
    await say('after');
    await tab.client.stop();
    open = [];
    tab = await device.open();
    await at(1_000);
    expect(await arrived()).toEqual([]);
    await answerAll();
    await at(1_000);
    await answerAll();
    expect(await arrived()).toEqual([...(await names(kind)), 'after']);
  });

  it('goes when the server refuses it', async () => {
    await sendFiles(kind);
    await say('after');
    await answerAll(REFUSED);
    await at(1_000);
    expect(await arrived()).toEqual(['after']);
  });

  it('goes when the user cancels it', async () => {
    const ids = await sendFiles(kind);
    await say('after');
    for (const id of ids) tab.client.actions.cancelUpload(id);
    await at(1_000);
    expect(await arrived()).toEqual(['after']);
  });

  it('waits for its retry, and for nothing after it has failed', async () => {
    const ids = await sendFiles(kind);
    await answerAll(REFUSED);
    await say('first');
    for (const id of ids) tab.client.actions.retryUpload(id);
    await say('second');
    expect(await arrived()).toEqual(['first']);
    await answerAll();
    await at(1_000);
    expect(await arrived()).toEqual(['first', ...(await names(kind)), 'second']);
  });

  it('arrives before the next one', async () => {
    await sendFiles(kind);
    await say('between');
    tab.client.actions.sendFile(chat(), { name: 'last.txt', body: new Blob(['last']) }, 'file');
    await at();
    await open.find(({ name }) => name === 'last.txt')?.answer();
    await at();
    await answerAll();
    await at(1_000);
    await answerAll();
    expect(await arrived()).toEqual([...(await names(kind)), 'between', 'last.txt']);
  });

  it('does not wait in another chat', async () => {
    await sendFiles(kind);
    await say('there', contactId(carla.id));
    expect(await arrived(carla)).toEqual(['there']);
  });

  it('arrives after it when another tab does the sending', async () => {
    const other = await device.open();
    await at(1_000);
    // The other tab sends now; this one has the file.
    await sendFiles(kind);
    await say('after');
    await at(1_000);
    expect(await arrived()).toEqual([]);
    await answerAll();
    await at(1_000);
    await answerAll();
    expect(await arrived()).toEqual([...(await names(kind)), 'after']);
    await other.client.stop();
  });
});

it('SEND-6: a tab that sends continues the file of a closed tab, and then the text that waits', async () => {
  const other = await device.open();
  other.page.setVisible(true);
  tab.page.setVisible(false);
  await at(1_000);
  await sendFiles('picture');
  await say('after');
  await tab.client.stop();
  await at(1_000);
  await other.client.actions.send(chat(), { text: 'later', at: [], quote: null });
  await at(1_000);
  expect(await arrived()).toEqual([]);
  open = [];
  await at(61_000);
  await answerAll();
  await at(1_000);
  expect(await arrived()).toEqual(['a.png', 'after', 'later']);
  tab = other;
});

describe('SEND-6: forwards', () => {
  let row: number;
  const forward = () => tab.client.actions.forward(msgId(row), [chat()]);
  beforeEach(async () => {
    await say('forwarded', contactId(carla.id));
    const rows = await world.rows(carla, 'im/getMessageList', { toContactId: anna.id, peek: 1, limit: 10 });
    row = Number(rows.at(-1)?.['msg_id']);
  });

  it('a text sent during a slow forward arrives after it', async () => {
    tab.network.slow = /forwardMessage/;
    const going = forward();
    await world.settle();
    await say('after');
    await at(2_000);
    await going;
    await at(2_000);
    expect(await arrived()).toEqual(['forwarded', 'after']);
  });

  it('a forward arrives after the text that waits before it', async () => {
    tab.network.slow = /sendMessage/;
    const sent = tab.client.actions.send(chat(), { text: 'before', at: [], quote: null });
    await world.settle();
    const going = forward();
    await at(2_000);
    await Promise.all([sent, going]);
    await at(2_000);
    expect(await arrived()).toEqual(['before', 'forwarded']);
  });

  it('a forward arrives after the picture that waits before it', async () => {
    await sendFiles('picture');
    const going = forward();
    await at(1_000);
    await answerAll();
    await at(1_000);
    await going;
    expect(await arrived()).toEqual(['a.png', 'forwarded']);
  });
});
