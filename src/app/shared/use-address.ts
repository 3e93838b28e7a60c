import { useEffect, useMemo, useState } from 'react';
import { isTemporary } from '../../client/interface/answer.ts';
import { useAgain, useClient } from './client-context.ts';

export interface Address {
  readonly src: string;
  readonly broken: boolean;
  /** The server still serves it, so this browser cannot show or play its format. */
  readonly unreadable: boolean;
  /**
   * Reports a failed load: an address that may have expired is renewed once (FILE-7), then it counts as
   * broken. Offline, it is tried again once the connection is back (STORE-15).
   */
  readonly failed: () => void;
  readonly again: () => void;
}

/** The address of a file of a message, as long as it works. */
export function useAddress(address: string): Address {
  const { actions } = useClient();
  const [state, setState] = useState(() => initialState(address));
  const now = state.given === address ? state : initialState(address);
  if (now !== state) setState(now);
  const renew = async () => {
    const answer = await actions.renewLink(address);
    setState((old) => {
      if (old.given !== address) return old;
      const unreadable = answer.ok;
      if (answer.ok && answer.value !== old.src) return { ...old, src: answer.value, unreadable };
      return { ...old, broken: true, unreadable, isLost: !answer.ok && isTemporary(answer.reason) };
    });
  };
  const again = () => setState(initialState(address));
  useAgain(now.isLost, again);
  return {
    src: now.src,
    broken: now.broken,
    unreadable: now.broken && now.unreadable,
    failed: () => {
      if (now.isRetried || !address.startsWith('/files/')) return setState({ ...now, broken: true });
      setState({ ...now, isRetried: true });
      void renew();
    },
    again,
  };
}

const initialState = (address: string) => ({
  given: address,
  src: address,
  isRetried: false,
  unreadable: false,
  broken: address === '',
  isLost: false,
});

/** The address of the same file as a download: it keeps its own name. */
export const asDownload = (src: string): string => (src.includes('?') ? `${src}&d=1` : src);

/** An object URL for a local file, for as long as it is shown. */
export function useLocalAddress(body: Blob | null): string {
  const address = useMemo(() => (body === null ? '' : URL.createObjectURL(body)), [body]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address;
}
