import { useEffectEvent, useLayoutEffect } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';

/** Does what a machine wants done for as long as the screen that follows it is there. */
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
