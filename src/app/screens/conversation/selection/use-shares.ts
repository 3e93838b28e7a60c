import { useEffect, useState } from 'react';
import { forgetShare, readShared, waitingShares } from '../../../platform/read-shared.ts';
import type { Shared } from '../../../platform/read-shared.ts';

export interface Shares {
  /** The newest; null: none waits, or it is still being read. */
  readonly share: Shared | null;
  /** Number of other waiting shares. */
  readonly more: number;
  /** Increases with each share, because recipients of one are not those of the next. */
  readonly turn: number;
  /** The share was sent: shows the next one; false: none waits. */
  readonly next: () => Promise<boolean>;
  readonly discard: () => void;
}

type Held = Pick<Shares, 'share' | 'more' | 'turn'>;

const NONE = { share: null, more: 0 } as const;

/** Content shared by other apps and websites. A new share does not replace the open one (PHONE-3). */
export function useShares(isWanted: boolean): Shares {
  const [state, setState] = useState<Held>({ ...NONE, turn: 0 });
  useEffect(() => {
    let isOver = false;
    if (isWanted) void newest().then((next) => void (isOver || setState({ ...next, turn: 0 })));
    return () => {
      isOver = true;
    };
  }, [isWanted]);
  const next = async (): Promise<boolean> => {
    const share = await newest();
    setState(({ turn }) => ({ ...share, turn: turn + 1 }));
    return share.share !== null;
  };
  const discard = async (): Promise<void> => {
    if (state.share !== null) await forgetShare(state.share);
    await next();
  };
  return { ...state, next, discard: () => void discard() };
}

async function newest(): Promise<Pick<Shares, 'share' | 'more'>> {
  const [first, ...others] = await waitingShares();
  const share = first === undefined ? null : await readShared(first);
  return share === null ? NONE : { share, more: others.length };
}
