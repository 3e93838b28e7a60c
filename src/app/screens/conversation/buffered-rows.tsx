import { type Ref, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { Virtualizer, type VirtualizerHandle, type VirtualizerProps } from 'virtua';
import { schedule, whenIdle } from '../../platform/time.ts';
import type { TimelineRow } from './timeline.ts';

/**
 * Rows drawn beyond the view, so that fast scrolling shows no gaps: added once the pointer is near or after a
 * while, in small steps while the page is idle.
 */
const [BUFFER_PX, BUFFER_STEP_PX, BUFFER_AFTER_MS] = [800, 200, 500];

/**
 * Draws the visible rows first, without waiting for others. `first`: drawn before the list has measured its
 * view, so that drawing, layout and scrolling happen once.
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
    // An older page has arrived: its nearby rows are drawn in steps.
    setFirst(props.data?.[0]?.key);
    if (px !== null) setPx(0);
  }
  const near = useEffectEvent(() => setPx((px) => px ?? 0));
  useEffect(() => {
    const scroller = scrollRef.current;
    for (const type of NEAR_EVENTS) scroller?.addEventListener(type, near, { passive: true, once: true });
    const stop = schedule(BUFFER_AFTER_MS, near);
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
