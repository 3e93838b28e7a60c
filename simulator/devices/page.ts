import type { DevicePort } from '../../src/ports/device.ts';

/** A page of a browser whose network and visibility the World sets. */
export interface WorldPage extends DevicePort {
  setOnline(online: boolean): void;
  setVisible(visible: boolean): void;
  leave(): void;
  /** Closed, reloaded or left for another address. */
  vanish(): void;
}

const listen =
  <T>(to: Set<T>) =>
  (listener: T) => {
    to.add(listener);
    return () => void to.delete(listener);
  };

export function createPage(isMobile: boolean): WorldPage {
  let [online, visible] = [true, true];
  const onOnline = new Set<(online: boolean) => void>();
  const onVisible = new Set<(visible: boolean) => void>();
  const onLeaving = new Set<() => void>();
  const onGone = new Set<() => void>();
  return {
    isOnline: () => online,
    isVisible: () => visible,
    isMobile: () => isMobile,
    language: () => 'zh-CN',
    onOnline: listen(onOnline),
    onVisible: listen(onVisible),
    onLeaving: listen(onLeaving),
    onGone: listen(onGone),
    setOnline: (on) => {
      if (on === online) return;
      online = on;
      for (const listener of onOnline) listener(on);
    },
    setVisible: (on) => {
      if (on === visible) return;
      visible = on;
      for (const listener of onVisible) listener(on);
    },
    leave: () => {
      for (const listener of onLeaving) listener();
    },
    vanish: () => {
      for (const listener of onLeaving) listener();
      for (const listener of onGone) listener();
    },
  };
}
