import type { ContactId } from '../../domain/ids.ts';
import { ackLimits as limits } from '../../domain/list-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DevicePort } from '../../ports/device.ts';
import type { State } from '../state/state.ts';

/** Says what a visible page has been given, so that nothing of it is pushed (PUSH-3). */
export interface Acks {
  /** The socket is bound anew: what it was told before is not known there. */
  bound(): void;
  stop(): void;
}

export interface AcksParts {
  readonly clock: Clock;
  readonly device: DevicePort;
  readonly store: { get(): State; subscribe(run: () => void): () => void };
  /** False while nothing can be said. */
  readonly send: (positions: Readonly<Record<string, number>>) => boolean;
}

export type MakeAcks = (parts: AcksParts) => Acks;

/** At most once a second, and only what moved. Whatever is new stands at the head of the list. */
export const createAcks: MakeAcks = ({ clock, device, store, send }) => {
  const said = new Map<ContactId, number>();
  let [timer, looked]: [unknown, State['contacts'] | null] = [null, null];

  const fresh = (
    contacts: State['contacts'],
  ): Map<ContactId, { readonly stream: string; readonly seq: number }> => {
    const found = new Map<ContactId, { readonly stream: string; readonly seq: number }>();
    let others = 0;
    // Those above are pinned: they stand there whatever is new.
    for (let i = 0; others < limits.ackStreamsMax && found.size < limits.ackStreamsMax; i += 1) {
      const contact = contacts.at(i);
      if (contact === undefined) break;
      if (!contact.isTop) others += 1;
      const { id, stream, counting } = contact;
      if (stream !== null && counting.seq > (said.get(id) ?? 0)) found.set(id, { stream, seq: counting.seq });
    }
    return found;
  };
  const say = () => {
    timer = null;
    const { contacts } = store.get();
    if (contacts === looked || !device.isVisible()) return;
    const found = fresh(contacts);
    if (
      found.size > 0 &&
      !send(Object.fromEntries([...found.values()].map(({ stream, seq }) => [stream, seq])))
    )
      return;
    looked = contacts;
    for (const [id, { seq }] of found) said.set(id, seq);
  };
  const soon = () => {
    if (timer === null && device.isVisible() && store.get().contacts !== looked)
      timer = clock.setTimeout(say, limits.ackEveryMs);
  };
  const ends = [store.subscribe(soon), device.onVisible((visible) => visible && soon())];
  return {
    bound: () => {
      said.clear();
      looked = null;
      soon();
    },
    stop: () => {
      for (const end of ends) end();
      clock.clearTimeout(timer);
    },
  };
};
