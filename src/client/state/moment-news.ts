import type { State } from './state.ts';

/** The newest time wins, in any order of frames and answers (MOMENT-6). */
export const momentsMoved = (state: State, atMs: number): State => ({
  ...state,
  moments: {
    atMs: Math.max(atMs, state.moments?.atMs ?? 0),
    moved: (state.moments?.moved ?? 0) + 1,
  },
});
