import { useLayoutEffect, useRef, useState } from 'react';

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
