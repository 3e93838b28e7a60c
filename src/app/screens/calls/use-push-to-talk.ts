import { useEffect, useEffectEvent, useRef } from 'react';
import type { LocalView } from '../../../client/interface/calls.ts';
import { useClient } from '../../shared/client-context.ts';
import { isElsewhere } from './call-screen.tsx';

/** A focused control keeps its own space bar. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, summary, [role="slider"]') !== null;

/** While the microphone is off, it is on as long as the space bar is held (GCALLUI-8). */
export function usePushToTalk(local: LocalView, isActive: boolean): void {
  const { actions } = useClient();
  const isTalking = useRef(false);
  const release = (): void => {
    if (isTalking.current) actions.setMicrophone(false);
    isTalking.current = false;
  };
  const onDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isElsewhere(event.target) || isControl(event.target)) return;
    // The page would scroll.
    event.preventDefault();
    if (event.repeat || local.view === null || local.microphone) return;
    isTalking.current = true;
    actions.setMicrophone(true);
  });
  const onUp = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === ' ') release();
  });
  const onLeave = useEffectEvent(release);
  useEffect(() => {
    if (!isActive) return undefined;
    const down = (event: KeyboardEvent) => onDown(event);
    const up = (event: KeyboardEvent) => onUp(event);
    // The key may be let go in another window.
    const leave = () => onLeave();
    addEventListener('keydown', down);
    addEventListener('keyup', up);
    addEventListener('blur', leave);
    return () => {
      removeEventListener('keydown', down);
      removeEventListener('keyup', up);
      removeEventListener('blur', leave);
      leave();
    };
  }, [isActive]);
}
