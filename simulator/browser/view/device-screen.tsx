import { memo, useEffect, useRef, useState } from 'react';
import { screenChannel, watchWidth } from './screen-adapter.ts';
import styles from './screen.module.css';
import type { RunWatch } from './watch.ts';

const SIZE = { width: 390, height: 700 } as const;

/** The real app of a device, over the events of its client. */
export const AppOfDevice = memo(function AppOfDevice({
  device,
  watch,
}: {
  readonly device: string;
  readonly watch: RunWatch;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.55);
  useEffect(
    () => (frame.current === null ? undefined : screenChannel(frame.current, device, watch)),
    [device, watch],
  );
  useEffect(
    () =>
      room.current === null ? undefined : watchWidth(room.current, (width) => setScale(width / SIZE.width)),
    [],
  );
  return (
    <div ref={room} className={styles.room} style={{ height: SIZE.height * scale }}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a sandboxed page has another origin, whose code would not load; it seals itself instead */}
      <iframe
        ref={frame}
        src="/replay.html"
        title={`The app on ${device}`}
        tabIndex={-1}
        style={{ ...SIZE, transform: `scale(${scale})` }}
      />
    </div>
  );
});
