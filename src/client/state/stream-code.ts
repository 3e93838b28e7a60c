import { decodeFrame } from '../../wire/down/down.ts';
import type { StreamCode, StreamCodeSource } from './store.ts';
import { holesIn, turn } from './turn.ts';

/** Code a page loads after its list is shown (STREAM-18). */
export const streamCode: StreamCode = { decodeFrame, turn, holesIn };

/** Loaded from the start, for callers that load no code over a network. */
export const streamsAtOnce: StreamCodeSource = {
  now: () => streamCode,
  get: () => Promise.resolve(streamCode),
};
