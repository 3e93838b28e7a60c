import type { DevicePort } from '../../ports/device.ts';
import { createAcks } from '../sync/acks.ts';
import { createTyping, type TypingParts } from './typing.ts';
import type { TypingAct } from '../interface/typing.ts';
import type { ContactId } from '../../domain/ids.ts';

/** What a client says on its socket by itself: what was given to it, and what its person types. */
export interface Tidings {
  typed(id: ContactId, act: TypingAct): void;
  /** Somebody listens anew. */
  bound(): void;
  stop(): void;
}

export interface TidingsParts extends TypingParts {
  readonly device: DevicePort;
  /** Says what a visible page was given (PUSH-3). */
  readonly acks: boolean;
}

export type MakeTidings = (parts: TidingsParts) => Tidings;

export const createTidings: MakeTidings = (parts) => {
  const { store, says } = parts;
  const typing = createTyping(parts);
  const acks = parts.acks
    ? createAcks({
        ...parts,
        send: (positions) => says({ type: 'ack', cursor: store.get().sync.cursor, visible: true, positions }),
      })
    : null;
  return {
    typed: (id, act) => typing.did(id, act),
    bound: () => {
      acks?.bound();
      typing.bound();
    },
    stop: () => {
      acks?.stop();
      typing.stop();
    },
  };
};
