import type { UserId } from '../../domain/ids.ts';
import type { ClientPorts } from '../kernel/ports.ts';
import { createSaver, type Saver, type SaverParts } from '../persistence/saver.ts';
import type { StoredWishes } from '../persistence/records.ts';
import { createWishSaver } from '../persistence/wish-saver.ts';
import type { ClientStore } from '../state/store.ts';
import type { Wishes } from '../wishes/wishes.ts';
import { watchDue } from './vanishing.ts';

type Ports = Pick<ClientPorts, 'clock' | 'device' | 'log' | 'records' | 'settings' | 'ids' | 'watch'>;

export interface KeeperParts extends Ports, Pick<SaverParts, 'login' | 'stamp' | 'baseline' | 'stillMine'> {
  readonly user: UserId;
  readonly store: ClientStore;
  readonly wishes: Pick<Wishes, 'tellDrafts' | 'takeUp' | 'letGo'>;
  /** Pending changes found when this page began. */
  readonly initialWishes: StoredWishes;
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
  const { store, ids, device, settings, wishes } = parts;
  const saver = createSaver({
    ...parts,
    user: String(parts.user),
    get: () => store.get(),
    newStamp: () => ids.hex(8),
  });
  const wishSaver = createWishSaver({
    ...parts,
    get: () => store.get(),
    newStamp: () => ids.hex(4),
    takeUp: (left) => wishes.takeUp(left),
    letGo: (older) => wishes.letGo(older),
  });
  const vanishing = watchDue(parts);
  let [isHeld, isLeft] = [false, false];
  const takeUp = (): void => {
    if (!isHeld || !isLeft) return;
    isLeft = false;
    wishes.tellDrafts();
    void wishSaver.takeUp();
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
      wishSaver.onChange();
      saver.onChange();
    },
    hold: (on) => {
      isHeld = on;
      saver.hold(on);
      takeUp();
    },
    flush: async () => {
      await Promise.all([wishSaver.flush(), saver.flush()]);
    },
    stop: async () => {
      for (const end of ends) end();
      vanishing.stop();
      await Promise.all([wishSaver.stop(), saver.stop()]);
    },
  };
};
