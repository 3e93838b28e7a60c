import type { UserId } from '../../domain/ids.ts';
import type { ClientPorts } from '../kernel/ports.ts';
import { createSaver, type Saver, type SaverParts } from '../persistence/saver.ts';
import type { ClientStore } from '../state/store.ts';
import { watchDue } from './vanishing.ts';

type Ports = Pick<ClientPorts, 'clock' | 'log' | 'records' | 'settings' | 'ids' | 'watch'>;

export interface KeeperParts extends Ports, Pick<SaverParts, 'login' | 'stamp' | 'saved' | 'stillMine'> {
  readonly user: UserId;
  readonly store: ClientStore;
}

export type MakeKeeper = (parts: KeeperParts) => Saver;

/** Keeps what is known on this device, and lets go what may not stand any longer (STORE-5, VANISH-6). */
export const createKeeper: MakeKeeper = (parts) => {
  const { store, ids } = parts;
  const saver = createSaver({
    ...parts,
    user: String(parts.user),
    get: () => store.get(),
    newStamp: () => ids.hex(8),
  });
  const due = watchDue(parts);
  return {
    looked: () => {
      due.looked(store.get());
      saver.looked();
    },
    hold: (on) => saver.hold(on),
    flush: () => saver.flush(),
    stop: () => {
      due.stop();
      return saver.stop();
    },
  };
};
