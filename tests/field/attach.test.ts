import { expect, it } from 'vitest';
import { fileProblemOf, kindOf } from '../../src/app/screens/conversation/attach/prepare.ts';

const RULES = { sizeMb: 1, fileExt: [] };
const local = (name: string, type: string) => ({ name, body: new Blob(['x'], { type }) });
const size = { width: 40, height: 30, durationSec: 0 };

it('UP-10: a picture that is chosen as a file is sent as one', () => {
  const photo = local('a.jpg', 'image/jpeg');
  expect(kindOf(photo, size, 'photos')).toBe('image');
  expect(kindOf(photo, size, 'any')).toBe('image');
  expect(kindOf(photo, size, 'files')).toBe('file');
});

it('UP-10: a long video that is dropped or chosen as a file is a file, and as a video refused', () => {
  const [film, long] = [local('a.mp4', 'video/mp4'), { ...size, durationSec: 120 }];
  expect(kindOf(film, { ...long, durationSec: 59 }, 'any')).toBe('video');
  expect(kindOf(film, long, 'any')).toBe('file');
  expect(fileProblemOf(film, long, RULES, 'any')).toBeNull();
  expect(fileProblemOf(film, long, RULES, 'files')).toBeNull();
  expect(fileProblemOf(film, long, RULES, 'video')).toBe('tooLong');
});

it.each(['image/heic', 'image/tiff', 'image/svg+xml'])(
  'UP-10: a picture that only some browsers show (%s) is a file',
  (type) => {
    expect(kindOf(local('a', type), size, 'photos')).toBe('file');
  },
);
