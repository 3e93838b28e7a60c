import type { State } from '../../../client/state/state.ts';

/** Another value means that the moments have to be loaded again: news, or a user was blocked or unblocked. */
export const momentsChange = ({ moments, blocked }: State): string =>
  [moments?.moved ?? 0, ...(blocked ?? [])].join(' ');
