import { useEffect, useRef, useState } from 'react';
import type { MediaView } from '../../../client/interface/calls.ts';
import { mediaStreamOf } from '../../../client/browser/media/media-views.ts';
import { cx } from '../../kit/class-names.ts';
import { isMirrored } from '../../platform/call-devices.ts';
import styles from './pictures.module.css';

/** More of a picture than this is never cut away to fill its frame. */
const CUT_MOST = 1.3;

/** A video without its sound: a separate element plays that and outlives pages. */
export function Stream({
  view,
  mine,
  label,
}: {
  readonly view: MediaView;
  readonly mine: boolean;
  readonly label: string;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = mediaStreamOf(view);
  const [fills, setFills] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    element.srcObject = stream;
    // Playback was refused, or the stream was replaced: the next stream starts it again.
    if (stream !== null) element.play().catch(() => undefined);
    const measure = () => setFills(cropOf(element) <= CUT_MOST);
    element.addEventListener('resize', measure);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => {
      element.removeEventListener('resize', measure);
      watch.disconnect();
      element.srcObject = null;
    };
  }, [stream]);
  return (
    <video
      ref={video}
      className={cx(
        styles.video,
        fills && styles.fills,
        mine && stream !== null && isMirrored(stream) && styles.mirrored,
      )}
      muted
      playsInline
      disablePictureInPicture
      aria-label={label}
    />
  );
}

/** How many times larger the picture gets than its frame when it fills it. */
function cropOf({ videoWidth, videoHeight, clientWidth, clientHeight }: HTMLVideoElement): number {
  if (videoHeight === 0 || clientHeight === 0) return 1;
  const ratio = videoWidth / videoHeight / (clientWidth / clientHeight);
  return Math.max(ratio, 1 / ratio);
}
