// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, by, message } from '../support/contacts.ts';

const two = aContact(2, { displayName: 'Two' });
const SRC = '/files/7?c=1&s=signature';
const file = { id: 7, name: 'hill.mp4', sizeBytes: 9, download: `${SRC}&d=1`, preview: SRC, icon: '' };
const film = message(1, {
  type: 'video',
  content: SRC,
  from: by(2),
  file,
  extra: { width: 320, height: 240 },
});
const voice = message(1, { type: 'voice', content: SRC, from: by(2), extra: { duration: 3 } });

const saved: string[] = [];
// oxlint-disable-next-line typescript/unbound-method -- put back as it was
const { click } = HTMLAnchorElement.prototype;
afterEach(() => {
  HTMLAnchorElement.prototype.click = click;
  saved.length = 0;
});

function noteSave(this: HTMLAnchorElement): void {
  saved.push(`${this.getAttribute('href')} ${this.download}`);
}

async function open(one: typeof film, renewed: Parameters<typeof scriptedClient>[1]) {
  HTMLAnchorElement.prototype.click = noteSave;
  const screen = await showApp(
    scriptedClient(stateWith([two], windowOf(two, [one])), renewed),
    '/pages/message/chat?id=2',
  );
  await until(() => expect(screen.all('article')).toHaveLength(1));
  return screen;
}
const still = () => document.querySelector('article video') ?? expect.fail('no video');

describe('a video that this browser cannot play', () => {
  it('MEDIA-5: says so instead of "Retry", and can be saved', async () => {
    const screen = await open(film, { renewLink: () => Promise.resolve(ok(SRC)) });
    await happens(() => still().dispatchEvent(new Event('error')));
    await until(() => expect(screen.text()).toContain("This browser can't play this video's format"));
    expect(screen.text()).not.toContain('Retry');
    await screen.press(screen.find('button', /can't play this video/));
    expect(saved).toEqual([`${SRC}&d=1 hill.mp4`]);
  });

  it('MEDIA-5: the same if the browser plays its sound alone', async () => {
    const screen = await open(film, { renewLink: () => Promise.resolve(ok(SRC)) });
    Object.defineProperty(still(), 'videoWidth', { value: 0 });
    await happens(() => still().dispatchEvent(new Event('loadedmetadata')));
    await until(() => expect(screen.text()).toContain("This browser can't play this video's format"));
  });

  it('MEDIA-5: a video that the server no longer serves offers "Retry"', async () => {
    const screen = await open(film, {
      renewLink: () => Promise.resolve(fail({ kind: 'server', code: 404, message: '' })),
    });
    await happens(() => still().dispatchEvent(new Event('error')));
    await until(() => expect(screen.text()).toContain("Couldn't play the video"));
    expect(screen.text()).toContain('Retry');
  });
});

it('MEDIA-5: a voice message says that its format is the reason', async () => {
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = () => Promise.reject(new Error('NotSupportedError'));
  try {
    const screen = await open(voice, { renewLink: () => Promise.resolve(ok(SRC)) });
    await screen.press(screen.find('button', /^Play voice message/));
    await until(() => expect(screen.text()).toContain("Couldn't play it. Try again"));
    await screen.press(screen.find('button', /^Couldn't play it/));
    await until(() => expect(screen.text()).toContain("This browser can't play this format"));
  } finally {
    HTMLMediaElement.prototype.play = play;
  }
});
