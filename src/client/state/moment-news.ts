import type { State } from './state.ts';

/** Of what is news the newest counts, in whatever order frames and answers come (MOMENT-6). */
export const momentsMoved = (state: State, atMs: number): State => ({
  ...state,
  moments: {
    atMs: Math.max(atMs, state.moments?.atMs ?? 0),
    moved: (state.moments?.moved ?? 0) + 1,
  },
});
