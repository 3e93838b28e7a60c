import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './house/repository.ts';

export const framesFolder = join(root, 'tests/contract/frames');

export interface RecordedFrame {
  readonly file: string;
  /** The user who received it. */
  readonly viewer: number;
  readonly text: string;
}

/** Frames that a server has really sent, as text; a file for each version of the wire. */
export function recordedFrames(): readonly RecordedFrame[] {
  return readdirSync(framesFolder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) =>
      (
        JSON.parse(readFileSync(join(framesFolder, file), 'utf8')) as readonly {
          viewer: number;
          frame: unknown;
        }[]
      ).map(({ viewer, frame }) => ({ file, viewer, text: JSON.stringify(frame) })),
    );
}
