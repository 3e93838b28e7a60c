import { momentLimits as limits } from '../../domain/limits.ts';
import type { DevicePort } from '../../ports/device.ts';
import { createAcks } from '../sync/acks.ts';
import { createTyping, type TypingParts } from './typing.ts';
import type { TypingAct } from '../interface/client.ts';
import type { ContactId } from '../../domain/ids.ts';

/** Reports a client sends on its socket unasked: acknowledgements and typing signals. */
export interface ClientReports {
  typed(id: ContactId, act: TypingAct): void;
  /** A new socket was bound. */
  bound(): void;
  stop(): void;
}

export interface ClientReportsParts extends TypingParts {
  readonly device: DevicePort;
  /** Acknowledges what a visible page received (PUSH-3). */
  readonly acks: boolean;
  /** Requests missed news of moments (MOMENT-7). */
  readonly askMoments: () => Promise<boolean>;
}

export type MakeClientReports = (parts: ClientReportsParts) => ClientReports;

export const createClientReports: MakeClientReports = (parts) => {
  const { store, send } = parts;
  const typing = createTyping(parts);
  const moments = askingForMoments(parts);
  const acks = parts.acks
    ? createAcks({
        ...parts,
        send: (positions) => send({ type: 'ack', cursor: store.get().sync.cursor, visible: true, positions }),
      })
    : null;
  return {
    typed: (id, act) => typing.did(id, act),
    bound: () => {
      acks?.bound();
      typing.bound();
      moments.bound();
    },
    stop: () => {
      acks?.stop();
      typing.stop();
      moments.stop();
    },
  };
};

/** Frames about moments are not stored: missed ones are requested until an answer arrives. */
function askingForMoments({ store, clock, askMoments }: ClientReportsParts) {
  let [round, timer] = [0, null as unknown];
  const ask = async (mine: number, left: number): Promise<void> => {
    const { config, sync } = store.get();
    if (!config.compass.status || sync.plain) return;
    if ((await askMoments()) || mine !== round || left <= 1) return;
    timer = clock.setTimeout(() => void ask(mine, left - 1), limits.askAgainMs);
  };
  const stop = () => {
    round += 1;
    clock.clearTimeout(timer);
  };
  return { bound: () => (stop(), void ask(round, limits.attemptsMax)), stop };
}
