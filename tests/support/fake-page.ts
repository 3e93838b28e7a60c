import type { DevicePort } from '../../src/ports/device.ts';

/** A page whose network and visibility are set by a test. */
export interface FakePage extends DevicePort {
  setOnline(online: boolean): void;
  setVisible(visible: boolean): void;
  leave(): void;
  /** The tab is closed. */
  shut(): void;
}

const listen =
  <T>(set: Set<T>) =>
  (run: T) => {
    set.add(run);
    return () => void set.delete(run);
  };

export function fakePage(
  options: { readonly isMobile?: boolean; readonly isVisible?: boolean } = {},
): FakePage {
  let [online, visible] = [true, options.isVisible ?? true];
  const onOnline = new Set<(online: boolean) => void>();
  const onVisible = new Set<(visible: boolean) => void>();
  const onLeaving = new Set<() => void>();
  const onGone = new Set<() => void>();
  return {
    isOnline: () => online,
    isVisible: () => visible,
    isMobile: () => options.isMobile ?? false,
    language: () => 'zh-CN',
    onOnline: listen(onOnline),
    onVisible: listen(onVisible),
    onLeaving: listen(onLeaving),
    onGone: listen(onGone),
    setOnline: (on) => {
      online = on;
      for (const run of onOnline) run(on);
    },
    setVisible: (on) => {
      visible = on;
      for (const run of onVisible) run(on);
    },
    leave: () => {
      for (const run of onLeaving) run();
    },
    shut: () => {
      for (const run of [...onLeaving, ...onGone]) run();
    },
  };
}
