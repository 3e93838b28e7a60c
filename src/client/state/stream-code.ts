import { decodeFrame } from '../../wire/down/down.ts';
import type { StreamCode, StreamCodeSource } from './store.ts';
import { holesIn, turn } from './turn.ts';

/** All that a page fetches once its list stands (STREAM-18). */
export const streamCode: StreamCode = { decodeFrame, turn, holesIn };

/** Here from the start: for whoever loads no code over a network. */
export const streamsAtOnce: StreamCodeSource = {
  now: () => streamCode,
  get: () => Promise.resolve(streamCode),
};
