import { type PointerEvent, useRef } from 'react';
import type { TimelineRow } from './timeline.ts';
import { directionFactor } from '../../kit/direction.ts';

/** Distance of a finger before a swipe starts, and for a release to answer. */
const [START_PX, ANSWER_PX, MOST_PX] = [12, 56, 80];
/** Elements that handle drags themselves. */
const OWN = '[role=slider],pre,textarea,input';

interface Swipe {
  readonly row: TimelineRow;
  /** The moving element: the bubble with everything attached to it. */
  readonly element: HTMLElement;
  readonly x: number;
  readonly y: number;
  /** To the end of the line, in px: negative. */
  shift: number | null;
}

/**
 * A finger that drags a bubble to the start answers it, if it is dragged far enough. Vertical moves belong to
 * the list: the browser takes such a touch and ends ours (`touch-action`). The bubble moves without React,
 * because no other part changes.
 */
export function useSwipeReply(
  at: (event: { readonly target: EventTarget }) => readonly [TimelineRow, HTMLElement] | null,
  onAnswer: (row: TimelineRow) => void,
) {
  const swipe = useRef<Swipe | null>(null);
  const swiped = useRef(false);
  const end = (answers: boolean) => {
    const now = swipe.current;
    swipe.current = null;
    if (now === null || now.shift === null) return;
    now.element.style.transform = '';
    now.element.removeAttribute('data-swipe');
    if (answers && now.shift <= -ANSWER_PX) onAnswer(now.row);
  };
  return {
    /** Used as `onClickCapture`: true once after a swipe. */
    swallow: (): boolean => {
      const was = swiped.current;
      swiped.current = false;
      return was;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        end(false);
        swiped.current = false;
        const hit = event.pointerType === 'mouse' ? null : at(event);
        const isOwn = event.target instanceof Element && event.target.closest(OWN) !== null;
        const element = hit?.[1].parentElement ?? null;
        if (hit === null || element === null || isOwn || !isAnswerable(hit[0])) return;
        swipe.current = { row: hit[0], element, x: event.clientX, y: event.clientY, shift: null };
      },
      onPointerMove: (event: PointerEvent) => {
        const now = swipe.current;
        if (now === null) return;
        const [by, across] = [(event.clientX - now.x) * directionFactor(), Math.abs(event.clientY - now.y)];
        if (now.shift === null) {
          if (across > START_PX || by > START_PX) swipe.current = null;
          if (by > -START_PX || -by < across * 2) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          swiped.current = true;
        }
        now.shift = Math.max(-MOST_PX, Math.min(0, by));
        now.element.style.transform = `translateX(${now.shift * directionFactor()}px)`;
        now.element.setAttribute('data-swipe', now.shift <= -ANSWER_PX ? 'far' : 'near');
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  };
}

/** Messages with a number can be quoted; calls have no author. */
const isAnswerable = ({ kind, message }: TimelineRow): boolean =>
  kind === 'bubble' && message !== null && message.msgId > 0 && message.type !== 'webrtc';
