import { afterEach, expect, it, vi } from 'vitest';
import { onPlaying, playing, stopPlaying, togglePlaying } from '../../src/app/platform/player.ts';

afterEach(() => {
  stopPlaying();
  vi.restoreAllMocks();
});

it('MEDIA-4: a voice message whose sound breaks while it plays stops and shows that', async () => {
  const elements: HTMLAudioElement[] = [];
  const { Audio: Real } = window;
  vi.stubGlobal('Audio', function makeAudio() {
    const element = new Real();
    element.play = async () => undefined;
    element.pause = () => undefined;
    elements.push(element);
    return element;
  });
  const observations: (string | null)[] = [];
  const end = onPlaying(() => observations.push(playing().key));
  togglePlaying('message', '/files/voice');
  elements[0]?.dispatchEvent(new Event('error'));
  end();
  expect(playing()).toMatchObject({ key: null, failed: 'message' });
  vi.unstubAllGlobals();
});
