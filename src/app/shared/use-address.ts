import { useEffect, useMemo, useState } from 'react';
import { useClient } from './client-context.ts';

export interface Address {
  readonly src: string;
  readonly broken: boolean;
  /** It could not be shown: an address that may have expired is renewed once (FILE-7), then it is broken. */
  readonly failed: () => void;
  readonly again: () => void;
}

/** The address of a file of a message, as long as it works. */
export function useAddress(given: string): Address {
  const { actions } = useClient();
  const [held, setHeld] = useState({ given, src: given, tried: false, broken: given === '' });
  const now = held.given === given ? held : { given, src: given, tried: false, broken: given === '' };
  if (now !== held) setHeld(now);
  const renew = async () => {
    const answer = await actions.renewLink(given);
    setHeld((old) => {
      if (old.given !== given) return old;
      return answer.ok && answer.value !== old.src ? { ...old, src: answer.value } : { ...old, broken: true };
    });
  };
  return {
    src: now.src,
    broken: now.broken,
    failed: () => {
      if (now.tried || !given.startsWith('/files/')) return setHeld({ ...now, broken: true });
      setHeld({ ...now, tried: true });
      void renew();
    },
    again: () => setHeld({ given, src: given, tried: false, broken: false }),
  };
}

/** The same file, to be kept: it comes under its own name. */
export const asDownload = (src: string): string => (src.includes('?') ? `${src}&d=1` : src);

/** An address of a file of this device, for as long as it is shown. */
export function useLocalAddress(body: Blob | null): string {
  const address = useMemo(() => (body === null ? '' : URL.createObjectURL(body)), [body]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address;
}
