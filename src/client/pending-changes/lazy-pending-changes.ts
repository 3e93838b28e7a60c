import { lazy, nothing, tellNotLoaded } from '../kernel/lazy.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { MakePendingChanges } from './pending-changes.ts';

/** Returns true if a draft has an unsent mark (`pending-drafts.ts`). */
const hasUntold = (settings: SettingsPort): boolean =>
  settings.keys().some((key) => key.startsWith('draft-') && /"op":"/.test(settings.get(key) ?? ''));

/** Pending changes, whose code loads with the first one, or at once if some wait (UI-16). */
export const lazyPendingChanges =
  (load: () => Promise<{ readonly createPendingChanges: MakePendingChanges }>): MakePendingChanges =>
  (parts) => {
    const last = { permitted: false, stopped: false };
    const pendingChanges = lazy(
      load,
      ({ createPendingChanges }) => createPendingChanges(parts),
      (instance) => {
        if (last.stopped) return instance.stop();
        instance.permit(last.permitted);
        instance.resume();
      },
      () => parts.get().self?.id ?? null,
    );
    const notLoaded = () => tellNotLoaded(parts.raise);
    return {
      want: (change) => pendingChanges.tell((instance) => instance.want(change), notLoaded),
      drop: (change) => pendingChanges.tell((instance) => instance.drop(change), notLoaded),
      wantAll: (all) => pendingChanges.tell((instance) => instance.wantAll(all), notLoaded),
      takeUp: (all) => pendingChanges.tell((instance) => instance.takeUp(all), notLoaded),
      letGo: (all) => pendingChanges.now()?.letGo(all),
      resume: () => {
        const instance = pendingChanges.now();
        if (instance !== null) instance.resume();
        else if (Object.values(parts.get().pending).some(({ size }) => size > 0) || hasUntold(parts.settings))
          pendingChanges.tell(nothing, notLoaded);
      },
      tellDrafts: () => {
        if (hasUntold(parts.settings)) pendingChanges.tell((instance) => instance.tellDrafts(), notLoaded);
      },
      typed: (id) => pendingChanges.tell((instance) => instance.typed(id), notLoaded),
      receiveDraft: (id, draft, op) =>
        pendingChanges.tell((instance) => instance.receiveDraft(id, draft, op), notLoaded),
      permit: (on) => {
        last.permitted = on;
        pendingChanges.now()?.permit(on);
      },
      networkReturned: () => pendingChanges.now()?.networkReturned(),
      onChange: (state) => pendingChanges.now()?.onChange(state),
      stop: () => {
        last.stopped = true;
        pendingChanges.now()?.stop();
      },
    };
  };
