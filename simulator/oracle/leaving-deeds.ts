/** Whether what somebody said to others stays. */
export type SaidWords = 'stay' | 'go';

/** Somebody ends their account for good, and all that was theirs alone is gone some time after. */
export type LeavingDeed =
  | { readonly do: 'endAccount'; readonly by: number; readonly words: SaidWords }
  | { readonly do: 'forget'; readonly by: null; readonly person: number };

export const isLeavingDeed = (deed: { readonly do: string }): deed is LeavingDeed =>
  deed.do === 'endAccount' || deed.do === 'forget';
