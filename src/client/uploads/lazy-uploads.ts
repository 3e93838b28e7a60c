import type { UploadView } from '../interface/files.ts';
import { lazy, nothing, tellNotLoaded } from '../kernel/lazy.ts';
import { anyKept, type UploadShelf } from './shelf.ts';
import type { MakeUploads } from './uploads.ts';

const NONE: readonly UploadView[] = [];

/** Uploads whose code loads with the first file, or at once if one is stored (UI-16). */
export const lazyUploads =
  (load: () => Promise<{ readonly createUploads: MakeUploads }>): MakeUploads =>
  (parts) => {
    const listeners = new Set<() => void>();
    let shelf: UploadShelf | null = null;
    let isRestored = false;
    let logins = 0;
    const uploads = lazy(
      load,
      ({ createUploads }) => createUploads(parts),
      (made) => {
        made.subscribe(() => {
          for (const run of listeners) run();
        });
        if (shelf !== null) made.keepIn(shelf);
        if (isRestored) void made.restore();
        for (const run of listeners) run();
      },
      () => logins,
    );
    const notLoaded = () => tellNotLoaded(parts.raise);
    return {
      get: () => uploads.now()?.get() ?? NONE,
      subscribe: (run) => {
        listeners.add(run);
        return () => void listeners.delete(run);
      },
      add: (item) => uploads.tell((made) => made.add(item), notLoaded),
      cancel: (id) => uploads.tell((made) => made.cancel(id), notLoaded),
      retry: (id) => uploads.tell((made) => made.retry(id), notLoaded),
      onChange: () => uploads.now()?.onChange(),
      networkReturned: () => uploads.now()?.networkReturned(),
      last: (to) => uploads.now()?.last(to) ?? null,
      isGoing: (id) => {
        const made = uploads.now();
        if (made === null) uploads.tell(nothing, notLoaded);
        return made?.isGoing(id) ?? true;
      },
      keepIn: (next) => {
        [shelf, isRestored] = [next, false];
        uploads.now()?.keepIn(next);
      },
      restore: async () => {
        const made = uploads.now();
        if (made !== null) return made.restore();
        const from = shelf;
        isRestored = true;
        if (from !== null && (await anyKept(from)) && from === shelf)
          await uploads.get().then(nothing, notLoaded);
      },
      clear: () => {
        shelf = null;
        logins += 1;
        uploads.now()?.clear();
      },
    };
  };
