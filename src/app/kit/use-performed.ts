import { useEffectEvent, useLayoutEffect } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';

/** Runs a machine's effects while the screen that follows it is mounted. */
export function usePerformed<TEffect extends EventObject>(
  actor: Pick<ActorRef<Snapshot<unknown>, EventObject, TEffect>, 'on'>,
  perform: (effect: TEffect) => void,
): void {
  const performNow = useEffectEvent(perform);
  // Subscribes before an effect starts the machine: earlier presses wait for that.
  useLayoutEffect(() => {
    const performing = actor.on('*', (effect) => performNow(effect));
    return () => performing.unsubscribe();
  }, [actor]);
}
