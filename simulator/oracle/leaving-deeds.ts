/** The fate of messages a user sent to others. */
export type SaidWords = 'stay' | 'go';

/** A user ends their account permanently, and everything private to them is erased some time later. */
export type LeavingDeed =
  | { readonly do: 'endAccount'; readonly by: number; readonly words: SaidWords }
  | { readonly do: 'forget'; readonly by: null; readonly person: number };

export const isLeavingDeed = (deed: { readonly do: string }): deed is LeavingDeed =>
  deed.do === 'endAccount' || deed.do === 'forget';
