import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * A constant object whose functions call the newest handlers, so that its receivers need not render again.
 */
export function useSteady<T extends { readonly [K in keyof T]: (...args: never[]) => unknown }>(
  handlers: T,
): T {
  const newest = useRef(handlers);
  useLayoutEffect(() => {
    newest.current = handlers;
  });
  const [steady] = useState(() => {
    const call =
      (name: keyof T) =>
      (...args: never[]) =>
        newest.current[name](...args);
    return Object.fromEntries(
      Object.keys(handlers).map((name) => [name, call(name as keyof T)]),
    ) as unknown as T;
  });
  return steady;
}

/** Runs when one of these changed since the last render, but not at first. */
export function useWhenChanged(onChange: () => void, ...facts: readonly unknown[]): void {
  const previous = useRef(facts);
  useEffect(() => {
    if (facts.some((fact, at) => fact !== previous.current[at])) onChange();
    previous.current = facts;
  });
}

/** True after a part was unmounted: a late answer must not close what was opened since (UI-86). */
export function useUnmounted(): RefObject<boolean> {
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return isUnmounted;
}
