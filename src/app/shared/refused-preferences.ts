import { useState, useSyncExternalStore } from 'react';
import type { Preferences, TypedPreference } from '../../domain/kept.ts';

/** A preference that the server refused after its form had closed, until the user saves it (SEND-25). */
interface Refused<N extends TypedPreference = TypedPreference> {
  readonly value: Preferences[N];
  /** The reason of the server; it may be empty. */
  readonly reason: string;
  /** The user asked for it: its form is open, or opens with its page. */
  readonly isOpen: boolean;
}

const all = new Map<TypedPreference, Refused>();
const listeners = new Set<() => void>();

function change(name: TypedPreference, next: Refused | null): void {
  if (next === null) all.delete(name);
  else all.set(name, next);
  for (const listener of listeners) listener();
}

export const addRefused = (name: TypedPreference, value: Refused['value'], reason: string): void =>
  change(name, { value, reason, isOpen: false });

export function updateRefused(name: TypedPreference, part: Partial<Refused>): void {
  const refused = all.get(name);
  if (refused !== undefined) change(name, { ...refused, ...part });
}

export const removeRefused = (name: TypedPreference): void => change(name, null);

/** The next user of the page must not see them (SESS-7). */
export function removeAllRefused(): void {
  for (const name of all.keys()) removeRefused(name);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The form of a preference: opened by a press, or by the user's wish to see what was refused. */
export function useTypedForm<N extends TypedPreference>(name: N) {
  const refused = useSyncExternalStore(subscribe, () => all.get(name) ?? null) as Refused<N> | null;
  const [isPressed, setPressed] = useState(false);
  return {
    refused,
    isOpen: isPressed || refused?.isOpen === true,
    open: () => setPressed(true),
    close: () => {
      setPressed(false);
      updateRefused(name, { isOpen: false });
    },
  };
}
