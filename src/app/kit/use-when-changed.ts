import { useEffect, useRef } from 'react';

/** Runs when one of these changed since the last render, but not at first. */
export function useWhenChanged(run: () => void, ...facts: readonly unknown[]): void {
  const previous = useRef(facts);
  useEffect(() => {
    if (facts.some((fact, at) => fact !== previous.current[at])) run();
    previous.current = facts;
  });
}
