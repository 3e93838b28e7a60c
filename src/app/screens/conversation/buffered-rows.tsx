import { type Ref, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { Virtualizer, type VirtualizerHandle, type VirtualizerProps } from 'virtua';
import { runLater, whenIdle } from '../../platform/time.ts';
import type { TimelineRow } from './timeline.ts';

/**
 * Drawn beyond what is seen, so that a fast wheel shows no gaps: once a hand is near or the chat has stood a
 * while, and bit by bit while nothing else is to do.
 */
const [BUFFER_PX, BUFFER_STEP_PX, BUFFER_AFTER_MS] = [800, 200, 500];

/**
 * What a chat shows comes first; the rest must not keep it waiting. `first`: drawn before the list has
 * measured its view, so that it is drawn, laid out and scrolled to once.
 */
export function BufferedRows({
  first: early,
  keepMounted,
  ...props
}: VirtualizerProps<TimelineRow> & {
  readonly ref: Ref<VirtualizerHandle>;
  readonly scrollRef: RefObject<HTMLElement | null>;
  readonly keepMounted: readonly number[];
  readonly first: readonly number[];
}) {
  const [px, setPx] = useState<number | null>(null);
  const { scrollRef } = props;
  const [first, setFirst] = useState(props.data?.[0]?.key);
  if (props.data?.[0]?.key !== first) {
    // An older page has come: not all of it that is near is drawn at once.
    setFirst(props.data?.[0]?.key);
    if (px !== null) setPx(0);
  }
  const near = useEffectEvent(() => setPx((held) => held ?? 0));
  useEffect(() => {
    const scroller = scrollRef.current;
    for (const type of NEAR_EVENTS) scroller?.addEventListener(type, near, { passive: true, once: true });
    const stop = runLater(BUFFER_AFTER_MS, near);
    return () => {
      stop();
      for (const type of NEAR_EVENTS) scroller?.removeEventListener(type, near);
    };
  }, [scrollRef]);
  useEffect(
    () => (px !== null && px < BUFFER_PX ? whenIdle(() => setPx(px + BUFFER_STEP_PX)) : undefined),
    [px],
  );
  return (
    <Virtualizer
      {...props}
      keepMounted={px === null ? [...keepMounted, ...early] : keepMounted}
      bufferSize={px ?? 0}
    />
  );
}
const NEAR_EVENTS = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const;
