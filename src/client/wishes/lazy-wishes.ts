import { lazy, nothing, tellNotLoaded } from '../kernel/lazy.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { MakeWishes } from './wishes.ts';

/** Returns true if a draft has an unsent mark (`pending-drafts.ts`). */
const hasUntold = (settings: SettingsPort): boolean =>
  settings.keys().some((key) => key.startsWith('draft-') && /"op":"/.test(settings.get(key) ?? ''));

/** Pending changes, whose code loads with the first one, or at once if some wait (UI-16). */
export const lazyWishes =
  (load: () => Promise<{ readonly createWishes: MakeWishes }>): MakeWishes =>
  (parts) => {
    const last = { permitted: false, stopped: false };
    const wishes = lazy(
      load,
      ({ createWishes }) => createWishes(parts),
      (instance) => {
        if (last.stopped) return instance.stop();
        instance.permit(last.permitted);
        instance.resume();
      },
      () => parts.get().self?.id ?? null,
    );
    const notLoaded = () => tellNotLoaded(parts.raise);
    return {
      want: (wish) => wishes.tell((instance) => instance.want(wish), notLoaded),
      drop: (wish) => wishes.tell((instance) => instance.drop(wish), notLoaded),
      wantAll: (all) => wishes.tell((instance) => instance.wantAll(all), notLoaded),
      takeUp: (all) => wishes.tell((instance) => instance.takeUp(all), notLoaded),
      letGo: (all) => wishes.now()?.letGo(all),
      resume: () => {
        const instance = wishes.now();
        if (instance !== null) instance.resume();
        else if (Object.values(parts.get().pending).some(({ size }) => size > 0) || hasUntold(parts.settings))
          wishes.tell(nothing, notLoaded);
      },
      tellDrafts: () => {
        if (hasUntold(parts.settings)) wishes.tell((instance) => instance.tellDrafts(), notLoaded);
      },
      typed: (id) => wishes.tell((instance) => instance.typed(id), notLoaded),
      receiveDraft: (id, draft, op) =>
        wishes.tell((instance) => instance.receiveDraft(id, draft, op), notLoaded),
      permit: (on) => {
        last.permitted = on;
        wishes.now()?.permit(on);
      },
      networkReturned: () => wishes.now()?.networkReturned(),
      onChange: (state) => wishes.now()?.onChange(state),
      stop: () => {
        last.stopped = true;
        wishes.now()?.stop();
      },
    };
  };
