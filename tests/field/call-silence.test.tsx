// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { pauseForCall, playing, togglePlaying } from '../../src/app/platform/player.ts';

it('MEDIA-19, MEDIA-16: a call pauses voice messages and videos with sound, but not its own streams', () => {
  const paused: string[] = [];
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    paused.push(this.id || 'voice');
  });
  for (const [id, muted, stream] of [
    ['film', false, null],
    ['silent', true, null],
    ['call', false, {} as MediaStream],
  ] as const) {
    const video = document.body.appendChild(document.createElement('video'));
    Object.assign(video, { id, muted });
    Object.defineProperty(video, 'srcObject', { value: stream });
  }
  togglePlaying('m1', '/voice.wav');
  pauseForCall();
  expect(playing().key).toBeNull();
  expect(playing().places.has('m1')).toBe(true);
  expect(paused).toEqual(['voice', 'film']);
});
