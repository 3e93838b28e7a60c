import { MACHINES } from '../machines.ts';
import { ALL_MACHINES } from '../model/glance.ts';

/** The event and the machine that an address names: `#event=123&machine=call`. */
export interface LinkPlace {
  readonly event: number | null;
  readonly machine: string | null;
}

/** Dragging the scrubber would otherwise change the address at each event; browsers limit that. */
const WRITE_AFTER_MS = 300;

export function linkPlaceOf(hash: string): LinkPlace {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const event = Number(fields.get('event') ?? Number.NaN);
  const machine = fields.get('machine');
  return {
    event: Number.isSafeInteger(event) && event >= 0 ? event : null,
    machine: machine === ALL_MACHINES || MACHINES.some(({ name }) => name === machine) ? machine : null,
  };
}

export const readPlace = (): LinkPlace => linkPlaceOf(window.location.hash);

export function writePlace({ event, machine }: LinkPlace): () => void {
  const { hash } = window.location;
  const handle = setTimeout(() => {
    // An address that was opened in the meantime is read first.
    if (window.location.hash === hash)
      history.replaceState(null, '', `#event=${event ?? 0}&machine=${machine ?? ''}`);
  }, WRITE_AFTER_MS);
  return () => clearTimeout(handle);
}

/** Runs when the user opens another address of this page. */
export function onPlace(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
