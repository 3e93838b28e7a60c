// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, by, message } from '../support/contacts.ts';

const two = aContact(2, { displayName: 'Two' });
const SRC = '/files/7/7?k=abc';
const file = { id: 7, name: 'hill.png', sizeBytes: 9, download: `${SRC}&d=1`, preview: SRC, icon: '' };
const picture = message(1, { type: 'image', content: SRC, from: by(2), file });

/** The data of a drag, as far as a page may read it. */
function carry() {
  const data = new Map<string, string>();
  return {
    data,
    effectAllowed: 'all',
    files: [new File(['png'], 'hill.png', { type: 'image/png' })],
    get types() {
      return ['Files', ...data.keys()];
    },
    setData: (type: string, value: string) => void data.set(type, value),
    clearData: (type: string) => void data.delete(type),
  };
}

async function drags(at: Element, type: string, dataTransfer: unknown): Promise<Event> {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer });
  await happens(() => at.dispatchEvent(event));
  return event;
}

const image = () => document.querySelector('article img[draggable]') ?? expect.fail('no picture');

async function renderScreen(): Promise<Element> {
  await showApp(scriptedClient(stateWith([two], windowOf(two, [picture]))), '/pages/message/chat?id=2');
  await until(image);
  return image();
}

describe('a picture drawn out of the page', () => {
  it('MEDIA-15: carries the file under its name, and its address nowhere as text', async () => {
    const shownImage = await renderScreen();
    const drag = carry();
    // The browser has put its address there.
    for (const type of ['text/uri-list', 'text/html', 'text/plain']) drag.data.set(type, SRC);
    expect(shownImage.getAttribute('draggable')).toBe('true');
    await drags(shownImage, 'dragstart', drag);
    const address = new URL(SRC, location.href).href;
    for (const type of ['text/uri-list', 'text/html', 'text/plain']) expect(drag.data.has(type)).toBe(false);
    expect(drag.data.get('DownloadURL')).toBe(`application/octet-stream:hill.png:${address}&d=1`);
  });

  it('MEDIA-15: is nothing to send to a chat of the same page, where a file from elsewhere is', async () => {
    const shownImage = await renderScreen();
    const own = carry();
    await drags(shownImage, 'dragstart', own);
    expect((await drags(shownImage, 'dragover', own)).defaultPrevented).toBe(false);
    expect((await drags(shownImage, 'drop', own)).defaultPrevented).toBe(false);
    expect((await drags(shownImage, 'dragover', carry())).defaultPrevented).toBe(true);
  });
});
