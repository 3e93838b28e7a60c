import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { attachLimits } from '../../../platform/limits.ts';
import { mediaLimits } from '../../../../domain/limits.ts';
import type { VoiceRecorder } from './use-recorder.ts';
import { directionFactor } from '../../../kit/direction.ts';

export interface Hold {
  /** A finger is down, or far enough aside to cancel when it leaves. */
  readonly state: 'free' | 'held' | 'cancelling';
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

/**
 * Hold to record and release to send (REC-8). A short press records until the next one, and so does sliding
 * up; sliding to the start of the line cancels. The recorder's seconds distinguish a hold from a press. On the
 * keyboard, Enter and Space start and stop.
 */
export function useHold(recorder: VoiceRecorder): Hold {
  const [state, setState] = useState<Hold['state']>('free');
  const start = useRef({ x: 0, y: 0 });
  const begin = () => recorder.send({ type: 'record.asked' });
  return {
    state,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        if (recorder.stage === 'recording') return recorder.send({ type: 'record.stop' });
        if (recorder.stage !== 'idle') return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY };
        setState('held');
        begin();
      },
      onPointerMove: (event) => {
        if (state === 'free') return;
        const [aside, up] = [
          (start.current.x - event.clientX) * directionFactor(),
          start.current.y - event.clientY,
        ];
        if (aside > attachLimits.cancelSlidePx) return setState('cancelling');
        setState(up > attachLimits.lockSlidePx ? 'free' : 'held');
      },
      onPointerUp: () => {
        if (state === 'free') return;
        setState('free');
        if (state === 'cancelling') recorder.send({ type: 'record.cancel' });
        else if (recorder.stage === 'recording' && recorder.seconds >= mediaLimits.voiceMinSec)
          recorder.sendNow();
      },
      onPointerCancel: () => {
        if (state === 'free') return;
        setState('free');
        recorder.send({ type: 'record.cancel' });
      },
      onKeyDown: (event) => {
        if (event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        if (recorder.stage === 'idle') begin();
        else if (recorder.stage === 'recording') recorder.send({ type: 'record.stop' });
      },
    },
  };
}
