// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { pastedBy, transferredBy } from '../../src/app/screens/conversation/attach/transferred.ts';
import { useAttach } from '../../src/app/screens/conversation/attach/use-attach.tsx';
import { type Prepared, isLargeFile, moveItem } from '../../src/app/screens/conversation/attach/prepare.ts';
import type { LocalFile } from '../../src/client/interface/files.ts';
import { within } from '../../src/domain/media.ts';
import { ok } from '../../src/domain/result.ts';
import { messageId } from '../../src/domain/ids.ts';
import { type Screen, showPart } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact } from '../support/contacts.ts';

/** Replaces the measuring and drawing of the browser. The name contains the width. */
vi.mock('../../src/app/platform/local-media.ts', async (real) => ({
  ...(await real<object>()),
  measure: ({ name }: File) =>
    Promise.resolve({
      width: Number(/^(\d+)\.|(\d+) wide/.exec(name)?.slice(1).join('') ?? 0),
      height: 3_000,
      durationSec: name.includes('long') ? 200 : 0,
    }),
}));
vi.mock('../../src/app/platform/pick-files.ts', () => ({ pickFiles: () => Promise.resolve(chooser.files) }));
const chooser: { files: readonly File[] } = { files: [] };
vi.mock('../../src/app/platform/shrink-picture.ts', () => ({
  shrunk: ({ name }: LocalFile) => Promise.resolve({ name: `small ${name}`, body: new Blob(['x']) }),
}));

const two = aContact(2, { displayName: 'Two' });
const picture = (name: string) => new File(['bytes'], name, { type: 'image/png' });

/** A page with only the files that are offered to its chat. */
function Part({ files }: { readonly files: readonly File[] }) {
  const { attach, layer } = useAttach(two, () => undefined);
  return (
    <>
      <button type="button" onClick={() => attach.offer({ files, hasFolder: false })}>
        offer
      </button>
      {layer}
    </>
  );
}

async function readChoice(...names: readonly string[]): Promise<{ screen: Screen; client: ScriptedClient }> {
  let n = 0;
  const client = scriptedClient(stateWith([two]), { sendFile: () => ok(messageId(`message-${++n}`)) });
  const screen = await showPart(client, <Part files={names.map(picture)} />);
  await screen.press(screen.find('button', 'offer'));
  await until(() => expect(document.querySelector('form')).not.toBeNull());
  return { screen, client };
}
const sent = (client: ScriptedClient) =>
  client.asked.filter(([name]) => name === 'sendFile').map(([, , file]) => (file as LocalFile).name);
const order = () => [...document.querySelectorAll('li img')].map((img) => img.getAttribute('alt'));

const item = (type: string, width: number, bytes: number): Prepared => ({
  key: 1,
  kind: 'image',
  file: { name: 'a', body: new Blob(['x'.repeat(bytes)], { type }) },
  facts: { width, height: width, durationSec: 0 },
});

const WAYS = ['files', 'photos', 'video', 'dropped', 'pasted'] as const;

/** Every way into the chat. */
function Ways({ file }: { readonly file: File }) {
  const { attach, layer } = useAttach(two, () => undefined);
  const item = { kind: 'file', webkitGetAsEntry: () => null };
  const data = { items: [item], files: [file], getData: () => '' } as unknown as DataTransfer;
  const play = (way: (typeof WAYS)[number]): void => {
    if (way === 'dropped') attach.offer(transferredBy(data));
    else if (way === 'pasted') attach.offer(pastedBy(data));
    else attach.pick(way);
  };
  return (
    <>
      {WAYS.map((way) => (
        <button key={way} type="button" onClick={() => play(way)}>
          {way}
        </button>
      ))}
      {layer}
    </>
  );
}

/** The kind in which a file is sent, or null for a refusal. */
async function sentBy(way: string, name: string, type: string): Promise<string | null> {
  const client = scriptedClient(stateWith([two]), { sendFile: () => ok(messageId('m')) });
  const file = new File(['bytes'], name, { type });
  chooser.files = [file];
  const screen = await showPart(client, <Ways file={file} />);
  await screen.press(screen.find('button', way));
  await until(() =>
    expect(screen.text().includes('60') || document.querySelector('form') !== null).toBe(true),
  );
  const isOffered = document.querySelector('form') !== null;
  if (isOffered) await screen.press(screen.find('button', /^Send 1 (?:file|picture)$/));
  const requests = client.asked.filter(([call]) => call === 'sendFile').map(([, , , kind]) => String(kind));
  screen.close();
  document.body.replaceChildren();
  return requests[0] ?? null;
}

describe('a file of any kind, by every way', () => {
  it.each([
    ['song with cover long.mp3', 'audio/mpeg'],
    ['song with cover long.m4a', 'audio/x-m4a'],
    ['song with cover long.mp4', 'video/mp4'],
    ['drawing 40 wide.svg', 'image/svg+xml'],
    ['photo.heic', 'image/heic'],
    ['broken.png', 'image/png'],
    ['notes.txt', 'text/plain'],
    ['recording.webm', 'video/webm'],
  ])('UP-10: %s goes as a file, and is refused by none', async (name, type) => {
    for (const way of WAYS) expect(await sentBy(way, name, type), way).toBe('file');
  });

  it('UP-10: a video that is longer than one may be is a file, unless it is chosen as a video', async () => {
    const matches = [];
    for (const way of WAYS) matches.push(await sentBy(way, 'cover 500 wide long.mp4', 'video/mp4'));
    expect(matches).toEqual(['file', 'file', null, 'file', 'file']);
  });

  it('UP-10: a picture and a short video are what they are, unless they are chosen as files', async () => {
    for (const [name, type, kind] of [
      ['40.bmp', 'image/bmp', 'image'],
      ['40.webm', 'video/webm', 'video'],
    ] as const) {
      const matches = [];
      for (const way of WAYS) matches.push(await sentBy(way, name, type));
      expect(matches).toEqual(['file', kind, kind, kind, kind]);
    }
  });
});

describe('attachments before they are sent', () => {
  it('UI-74: arrow keys and presses on a handle change the order, said aloud; it is sent in that order', async () => {
    const { screen, client } = await readChoice('10.png', '20.png', '30.png');
    expect(screen.all('[role=switch]')).toHaveLength(0);
    const handle = () => screen.find('button', /^Move 10\.png/);
    await screen.key(handle(), 'ArrowLeft');
    expect(order()).toEqual(['10.png', '20.png', '30.png']);
    await screen.key(handle(), 'ArrowRight');
    expect(order()).toEqual(['20.png', '10.png', '30.png']);
    expect(screen.text()).toContain('10.png: 2 of 3');
    await screen.press(screen.find('button', /^Move 30\.png/));
    await screen.press(screen.find('button', 'Remove 10.png'));
    expect(order()).toEqual(['20.png', '30.png']);
    await screen.press(screen.find('button', 'Send 2 pictures'));
    await until(() => expect(sent(client)).toEqual(['20.png', '30.png']));
  });

  it('UI-74: large pictures are sent smaller, unless the switch is off; the choice is kept', async () => {
    const first = await readChoice('4000.png', '20.png');
    expect(first.screen.text()).toContain('1 large picture is sent smaller');
    await first.screen.press(first.screen.find('button', 'Send 2 pictures'));
    await until(() => expect(sent(first.client)).toEqual(['small 4000.png', '20.png']));
    first.screen.close();
    document.body.replaceChildren();

    const next = await readChoice('4000.png');
    await next.screen.press(next.screen.find('[role=switch]'));
    expect(localStorage.getItem('send-originals')).toBe('1');
    await next.screen.press(next.screen.find('button', 'Send 1 picture'));
    await until(() => expect(sent(next.client)).toEqual(['4000.png']));
    next.screen.close();
    document.body.replaceChildren();

    const last = await readChoice('4000.png');
    expect(last.screen.find('[role=switch]').getAttribute('aria-checked')).toBe('false');
  });

  it('UI-74: only what a browser writes again is made smaller, in its shape; a move to nowhere changes nothing', () => {
    expect(isLargeFile(item('image/jpeg', 2_049, 1))).toBe(true);
    expect(isLargeFile(item('image/jpeg', 2_048, 1_000_001))).toBe(true);
    expect(isLargeFile(item('image/jpeg', 2_048, 1_000_000))).toBe(false);
    expect(isLargeFile(item('image/gif', 4_000, 1))).toBe(false);
    expect(isLargeFile({ ...item('image/png', 4_000, 1), kind: 'file' })).toBe(false);
    expect(within({ width: 4_000, height: 3_000 }, 2_048)).toEqual({ width: 2_048, height: 1_536 });
    expect(within({ width: 9_000, height: 1 }, 2_048)).toEqual({ width: 2_048, height: 1 });
    expect(within({ width: 30, height: 20 }, 2_048)).toEqual({ width: 30, height: 20 });
    const items = [item('image/png', 1, 1)];
    expect(moveItem(items, 1, 1)).toBe(items);
    expect(moveItem(items, 9, 0)).toBe(items);
  });
});
