import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { userId } from '../../src/domain/ids.ts';
import { FRAME_TYPES, decodeFrame } from '../../src/wire/down/down.ts';
import { WIRE_VERSION } from '../../src/wire/version.ts';
import { frameJourney } from '../support/frame-journey.ts';
import { framesFolder, recordedFrames } from '../support/recorded-frames.ts';

const typeOf = (text: string): string => (JSON.parse(text) as { readonly type: string }).type;

/**
 * `RECORD_FRAMES=1 npx vitest run … tests/contract/recorded-frames.test.ts` writes a file; earlier ones stay
 * as they are.
 */
const record = process.env['RECORD_FRAMES'] === '1';

it('WIRE-13: this version has its recorded frames', () => {
  const has = existsSync(join(framesFolder, `wire-${WIRE_VERSION}.json`));
  expect(has || record, 'RECORD_FRAMES=1 npx vitest run tests/contract/recorded-frames.test.ts').toBe(true);
});

it('WIRE-13: every frame that a server ever sent still decodes', () => {
  const frames = recordedFrames();
  expect(frames.length).toBeGreaterThan(record ? -1 : 50);
  for (const { file, viewer, text } of frames) {
    const result = decodeFrame(text, userId(viewer));
    expect(
      result.ok && (result.value !== 'ignored' || text.includes('"derived":1')),
      `${file}: ${text} ${JSON.stringify(result)}`,
    ).toBe(true);
  }
});

it('WIRE-13: today’s frames of a server decode, and every kind is recorded', async () => {
  const today = await frameJourney();
  if (record)
    writeFileSync(
      join(framesFolder, `wire-${WIRE_VERSION}.json`),
      `[\n${today.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
    );
  const allNames = new Set(recordedFrames().map(({ text }) => typeOf(text)));
  for (const { viewer, frame } of today) {
    const text = JSON.stringify(frame);
    const result = decodeFrame(text, userId(viewer));
    expect(result.ok && (result.value !== 'ignored' || text.includes('"derived":1')), text).toBe(true);
    expect(allNames, typeOf(text)).toContain(typeOf(text));
  }
});

it('WIRE-13: every kind of frame that a client of ours reads is recorded', () => {
  const allNames = new Set(recordedFrames().map(({ text }) => typeOf(text)));
  expect(FRAME_TYPES.filter((type) => !allNames.has(type))).toEqual([]);
});
