import { useCallback, useEffect, useRef, useState } from 'react';
import type { MediaView } from '../../../client/interface/calls.ts';
import { mediaStreamOf } from '../../../client/browser/media/media-views.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { playOn } from '../../platform/ring.ts';
import { setPictureSource } from '../../platform/small-picture.ts';
import styles from './floating.module.css';
import { useDeviceChoice } from './use-device-choice.ts';

/** Plays the partner's sound on any page. A browser may require a press before a page may play sound. */
export function RemoteSound({ view }: { readonly view: MediaView }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [silent, setSilent] = useState(false);
  const { output } = useDeviceChoice();
  const stream = mediaStreamOf(view);
  const play = useCallback(() => {
    video.current?.play().then(
      () => setSilent(false),
      (error: unknown) => setSilent(error instanceof DOMException && error.name === 'NotAllowedError'),
    );
  }, []);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    element.srcObject = stream;
    setPictureSource(element);
    play();
    return () => {
      setPictureSource(null);
      element.srcObject = null;
    };
  }, [stream, play]);
  useEffect(() => {
    if (video.current !== null) void playOn(video.current, output);
  }, [output]);
  return (
    <>
      <video ref={video} className={styles.sound} playsInline aria-hidden="true" tabIndex={-1} />
      {silent && (
        <Button kind="primary" className={styles.hear} onClick={play}>
          {t('call.silent')}
        </Button>
      )}
    </>
  );
}
