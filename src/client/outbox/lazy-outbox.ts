import { lazy, nothing, tellNotLoaded } from '../kernel/lazy.ts';
import type { MakeOutbox } from './outbox.ts';

/**
 * An outbox whose code loads with the first message, or at once if one is stored (UI-16). Until then it is
 * empty, and the state of lock and network is passed on once it is loaded.
 */
export const lazyOutbox =
  (load: () => Promise<{ readonly createOutbox: MakeOutbox }>): MakeOutbox =>
  (parts) => {
    const { user, records, log } = parts;
    const last = { isHeld: false, permitted: false, stopped: false };
    const outbox = lazy(
      async () => {
        const instance = (await load()).createOutbox(parts);
        await instance.load().catch(() => log.write('warn', 'outbox.notRead'));
        return instance;
      },
      (instance) => instance,
      (instance) => {
        endPokes();
        if (last.stopped) return instance.stop();
        instance.permit(last.permitted);
        instance.hold(last.isHeld);
      },
    );
    const notLoaded = () => tellNotLoaded(parts.sent.raise);
    // Another tab has something to send, or has sent it.
    const endPokes = records.onPoke(() => outbox.tell(nothing, notLoaded));
    return {
      load: async () => {
        const instance = outbox.now();
        if (instance !== null) return instance.load();
        if ((await records.all(user)).length > 0) await outbox.get().then(nothing, notLoaded);
      },
      add: (message) =>
        outbox.ask(
          (instance) => instance.add(message),
          () => (notLoaded(), false),
        ),
      retry: (id) => outbox.tell((instance) => instance.retry(id), notLoaded),
      discard: (id) => outbox.tell((instance) => instance.discard(id), notLoaded),
      settle: (id) => outbox.now()?.settle(id),
      hold: (on) => {
        last.isHeld = on;
        outbox.now()?.hold(on);
      },
      permit: (on) => {
        last.permitted = on;
        outbox.now()?.permit(on);
      },
      networkReturned: () => outbox.now()?.networkReturned(),
      unsent: () => outbox.now()?.unsent() ?? 0,
      stop: () => {
        last.stopped = true;
        endPokes();
        outbox.now()?.stop();
      },
    };
  };
