import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useSteady, useWhenChanged } from './use-steady.ts';

/** Calls back after each change of the facts that open layers depend on. */
export type Follow = (listener: () => void) => () => void;

/** Shows one layer for a component elsewhere, which owns it. */
export interface LiveHost<T> {
  /** False: the content is empty. */
  readonly open: (make: () => T | null, owner: object) => boolean;
  /** The owner has rendered, so its content may have changed. */
  readonly onDrawn: (owner: object) => void;
  readonly onRemoved: (owner: object) => void;
}

/**
 * State of a part that its owner opened. It is computed again after each change, so that it never offers a
 * forbidden action (UI-150). It closes when it is empty, and with its owner.
 */
export function useLiveHost<T>(follow: Follow, onGone?: () => void) {
  const { language } = useTranslation();
  const [opened, setOpened] = useState<{
    readonly content: T;
    readonly make: () => T | null;
    readonly owner: object;
  } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const vanish = () => {
    close();
    onGone?.();
  };
  const renew = (): void => {
    if (!isOpen || opened === null) return;
    const content = opened.make();
    if (content === null) vanish();
    else setOpened({ ...opened, content });
  };
  const host = useSteady<LiveHost<T> & { readonly renew: () => void }>({
    open: (make, owner) => {
      const content = make();
      if (content === null) return false;
      setOpened({ content, make, owner });
      setOpen(true);
      return true;
    },
    onDrawn: (owner) => opened?.owner === owner && renew(),
    onRemoved: (owner) => isOpen && opened?.owner === owner && vanish(),
    renew,
  });
  useEffect(() => (isOpen ? follow(host.renew) : undefined), [isOpen, follow, host]);
  useWhenChanged(host.renew, language);
  return { host, content: opened?.content ?? null, isOpen, close };
}

/** The owner's side: opens the result of `make`, and updates it with each new `make`. */
export function useLiveOwner<T, Of extends readonly unknown[]>(
  host: LiveHost<T>,
  make: (...of: Of) => T | null,
): (...of: Of) => boolean {
  const newest = useRef(make);
  useLayoutEffect(() => {
    newest.current = make;
    host.onDrawn(newest);
  });
  useEffect(() => () => host.onRemoved(newest), [host]);
  return useCallback((...of) => host.open(() => newest.current(...of), newest), [host]);
}
