import type { UserId } from '../../domain/ids.ts';
import type { ClientPorts } from '../kernel/ports.ts';
import { createSaver, type Saver, type SaverParts } from '../persistence/saver.ts';
import type { StoredChanges } from '../persistence/records.ts';
import { createChangeSaver } from '../persistence/change-saver.ts';
import type { ClientStore } from '../state/store.ts';
import type { PendingChanges } from '../pending-changes/pending-changes.ts';
import { watchDue } from './vanishing.ts';

type Ports = Pick<ClientPorts, 'clock' | 'device' | 'log' | 'records' | 'settings' | 'ids' | 'watch'>;

export interface KeeperParts extends Ports, Pick<SaverParts, 'login' | 'stamp' | 'baseline' | 'stillMine'> {
  readonly user: UserId;
  readonly store: ClientStore;
  readonly pendingChanges: Pick<PendingChanges, 'tellDrafts' | 'takeUp' | 'letGo'>;
  /** Pending changes found when this page began. */
  readonly initialChanges: StoredChanges;
}

export type MakeKeeper = (parts: KeeperParts) => Saver;

/**
 * Announced when a tab closes: the sending tab then sends its drafts (DRAFT-1) and pending changes (SEND-12).
 */
const TAB_GONE = 'tab-gone';

/**
 * Saves the state on this device, and erases expired messages (STORE-5, VANISH-6); acts for tabs that closed.
 */
export const createKeeper: MakeKeeper = (parts) => {
  const { store, ids, device, settings, pendingChanges } = parts;
  const saver = createSaver({
    ...parts,
    user: String(parts.user),
    get: () => store.get(),
    newStamp: () => ids.hex(8),
  });
  const changeSaver = createChangeSaver({
    ...parts,
    get: () => store.get(),
    newStamp: () => ids.hex(4),
    takeUp: (left) => pendingChanges.takeUp(left),
    letGo: (older) => pendingChanges.letGo(older),
  });
  const vanishing = watchDue(parts);
  let [isHeld, isLeft] = [false, false];
  const takeUp = (): void => {
    if (!isHeld || !isLeft) return;
    isLeft = false;
    pendingChanges.tellDrafts();
    void changeSaver.takeUp();
  };
  const ends = [
    device.onGone(() => {
      // Only the change is observed by other tabs; no value remains.
      for (const word of ['1', null]) settings.set(TAB_GONE, word);
    }),
    settings.onChange((key, value) => {
      if (key !== TAB_GONE || value === null) return;
      isLeft = true;
      takeUp();
    }),
  ];
  return {
    onChange: () => {
      vanishing.onChange(store.get());
      changeSaver.onChange();
      saver.onChange();
    },
    hold: (on) => {
      isHeld = on;
      saver.hold(on);
      takeUp();
    },
    flush: async () => {
      await Promise.all([changeSaver.flush(), saver.flush()]);
    },
    stop: async () => {
      for (const end of ends) end();
      vanishing.stop();
      await Promise.all([changeSaver.stop(), saver.stop()]);
    },
  };
};
