import { userStream } from '../../domain/ids.ts';
import type { StreamId } from '../../domain/ids.ts';
import { ackLimits as limits } from '../../domain/list-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DevicePort } from '../../ports/device.ts';
import type { State } from '../state/state.ts';

/** Reports what a visible page received, so that it is not pushed (PUSH-3). */
export interface Acks {
  /** A new socket was bound: the server has no acknowledgements from the previous one. */
  bound(): void;
  stop(): void;
}

export interface AcksParts {
  readonly clock: Clock;
  readonly device: DevicePort;
  readonly store: { get(): State; subscribe(listener: () => void): () => void };
  /** False while no frame can be sent. */
  readonly send: (positions: Readonly<Record<string, number>>) => boolean;
}

export type MakeAcks = (parts: AcksParts) => Acks;

type Looked = Pick<State, 'contacts' | 'later'>;

/**
 * Sends at most once a second, and only positions that moved. Chats with news are at the head of the list,
 * except for a reminder, which is only in the own stream (LATER-10).
 */
export const createAcks: MakeAcks = ({ clock, device, store, send }) => {
  const reported = new Map<StreamId, number>();
  let [timer, lastLook]: [unknown, Looked | null] = [null, null];

  const isNew = ({ contacts, later }: Looked): boolean =>
    contacts !== lastLook?.contacts || later !== lastLook.later;
  const fresh = ({ contacts, self, later }: State): ReadonlyMap<StreamId, number> => {
    const positions = new Map<StreamId, number>();
    const noteMove = (stream: StreamId, seq: number): void => {
      if (seq > Math.max(reported.get(stream) ?? 0, positions.get(stream) ?? 0)) positions.set(stream, seq);
    };
    if (self && later) noteMove(userStream(self.id), later.heard);
    let others = 0;
    // Pinned chats come first whether or not they have news.
    for (let i = 0; others < limits.ackStreamsMax && positions.size < limits.ackStreamsMax; i += 1) {
      const contact = contacts.at(i);
      if (contact === undefined) break;
      if (!contact.isTop) others += 1;
      if (contact.stream !== null) noteMove(contact.stream, contact.counting.seq);
    }
    return positions;
  };
  const say = () => {
    timer = null;
    const state = store.get();
    if (!isNew(state) || !device.isVisible()) return;
    const positions = fresh(state);
    if (positions.size > 0 && !send(Object.fromEntries(positions))) return;
    lastLook = { contacts: state.contacts, later: state.later };
    for (const [stream, seq] of positions) reported.set(stream, seq);
  };
  const soon = () => {
    if (timer === null && device.isVisible() && isNew(store.get()))
      timer = clock.setTimeout(say, limits.ackEveryMs);
  };
  const ends = [store.subscribe(soon), device.onVisible((visible) => visible && soon())];
  return {
    bound: () => {
      reported.clear();
      lastLook = null;
      soon();
    },
    stop: () => {
      for (const end of ends) end();
      clock.clearTimeout(timer);
    },
  };
};
