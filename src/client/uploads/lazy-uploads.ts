import type { UploadView } from '../interface/files.ts';
import { lazy, nothing, tellNotLoaded } from '../kernel/lazy.ts';
import { anyKept, type UploadStore } from './upload-store.ts';
import type { MakeUploads } from './uploads.ts';

const NONE: readonly UploadView[] = [];

/** Uploads whose code loads with the first file, or at once if one is stored (UI-16). */
export const lazyUploads =
  (load: () => Promise<{ readonly createUploads: MakeUploads }>): MakeUploads =>
  (parts) => {
    const listeners = new Set<() => void>();
    let store: UploadStore | null = null;
    let isRestored = false;
    let logins = 0;
    const uploads = lazy(
      load,
      ({ createUploads }) => createUploads(parts),
      (instance) => {
        instance.subscribe(() => {
          for (const listener of listeners) listener();
        });
        if (store !== null) instance.keepIn(store);
        if (isRestored) void instance.restore();
        for (const listener of listeners) listener();
      },
      () => logins,
    );
    const notLoaded = () => tellNotLoaded(parts.raise);
    return {
      get: () => uploads.now()?.get() ?? NONE,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      add: (item) => uploads.tell((instance) => instance.add(item), notLoaded),
      cancel: (id) => uploads.tell((instance) => instance.cancel(id), notLoaded),
      retry: (id) => uploads.tell((instance) => instance.retry(id), notLoaded),
      onChange: () => uploads.now()?.onChange(),
      networkReturned: () => uploads.now()?.networkReturned(),
      last: (to) => uploads.now()?.last(to) ?? null,
      isGoing: (id) => {
        const instance = uploads.now();
        if (instance === null) uploads.tell(nothing, notLoaded);
        return instance?.isGoing(id) ?? true;
      },
      keepIn: (next) => {
        [store, isRestored] = [next, false];
        uploads.now()?.keepIn(next);
      },
      restore: async () => {
        const instance = uploads.now();
        if (instance !== null) return instance.restore();
        const from = store;
        isRestored = true;
        if (from !== null && (await anyKept(from)) && from === store)
          await uploads.get().then(nothing, notLoaded);
      },
      clear: () => {
        store = null;
        logins += 1;
        uploads.now()?.clear();
      },
    };
  };
