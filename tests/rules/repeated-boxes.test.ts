import { expect, it } from 'vitest';
import { withoutRepeatedBoxes } from '../../src/app/platform/repeated-boxes.ts';

/** A box: its size in four bytes, its name, its content. */
const box = (name: string, content: string): string =>
  `${String.fromCharCode(0, 0, 0, 8 + content.length)}${name}${content}`;

const repaired = async (content: string): Promise<string> => {
  const bytes = Uint8Array.from(content, (sign) => sign.charCodeAt(0));
  const file = await withoutRepeatedBoxes(new Blob([bytes], { type: 'audio/mp4' }));
  expect(file.type).toBe('audio/mp4');
  return String.fromCharCode(...new Uint8Array(await file.arrayBuffer()));
};

const [head, first, second, sound] = [
  box('ftyp', 'mp42'),
  box('moof', '1'),
  box('moof', '2'),
  box('mdat', 'a'),
];

it.each([
  ['a header twice', head + head + first + sound, head + first + sound],
  [
    'the last fragment twice',
    head + first + sound + second + second + sound,
    head + first + sound + second + sound,
  ],
  ['different fragments', head + first + second + sound, head + first + second + sound],
  ['equal fragments apart', first + sound + first + sound, first + sound + first + sound],
  ['a box that is cut off', head + head + sound.slice(0, -1), head + head + sound.slice(0, -1)],
  ['another file', 'RIFF....WAVE', 'RIFF....WAVE'],
  ['nothing', '', ''],
])('REC-7: %s', async (_, content, expected) => {
  expect(await repaired(content)).toBe(expected);
});
