// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { Photo } from '../../src/app/kit/photo.tsx';
import { happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  [true, true, 'data:image/png;base64,one'],
  [true, false, '/wave.gif'],
  [false, true, '/wave.gif'],
])('EMOJI-6: sticker %s, less motion wanted %s: shows %s', async (isSticker, isReduced, src) => {
  const brush = { drawImage: () => undefined } as never;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(brush);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,one');
  const screen = await showPart(
    scriptedClient(stateWith([])),
    <Photo still={isSticker} src="/wave.gif" alt="A wave" />,
  );
  // Only the picture asks from here on.
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isReduced } as MediaQueryList);
  const picture = screen.find('img') as HTMLImageElement;
  await happens(() => picture.dispatchEvent(new Event('load')));
  expect(picture.getAttribute('src')).toBe(src);
});
