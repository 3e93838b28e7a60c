import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { Sheet } from '../../kit/sheet.tsx';
import { usePermission } from '../../shared/use-permission.ts';
import {
  closeStream,
  type DeviceChoice,
  isMirrored,
  type Look,
  lookAtDevices,
} from '../../platform/call-devices.ts';
import { PROBLEM } from './call-words.ts';
import styles from './devices.module.css';
import { DevicesFields } from './devices-fields.tsx';
import pictures from './pictures.module.css';
import { useChoices, useDeviceChoice } from './use-choices.ts';

/** A test of camera, microphone and speaker outside a call; it is only local. */
export default function CheckSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const choice = useDeviceChoice();
  const [attempt, setAttempt] = useState(0);
  const look = useLook(choice, attempt);
  const choices = useChoices(look?.ok === true);
  const stream = look?.ok === true ? look.stream : null;
  return (
    <Sheet open onClose={onClose} title={t('call.checkDevices')}>
      <div className={styles.sheet}>
        {look?.ok === false ? (
          <div className={styles.problem} role="alert">
            <p>{t(PROBLEM[look.why])}</p>
            {look.why === 'denied' && <p className={styles.soft}>{t('call.deniedHint')}</p>}
            {look.why !== 'unsupported' && (
              <Button onClick={() => setAttempt(attempt + 1)}>{t('common.retry')}</Button>
            )}
          </div>
        ) : (
          <>
            <Preview stream={stream} />
            <p className={styles.soft}>{t('call.checkHint')}</p>
          </>
        )}
        {mayChoose(look) && <DevicesFields choices={choices} choice={choice} stream={stream} />}
      </div>
    </Sheet>
  );
}

/** Another device may help if one is busy or missing, but not if access is denied. */
const mayChoose = (look: Look | null): boolean =>
  look === null || look.ok || look.why === 'inUse' || look.why === 'missing';

function Preview({ stream }: { readonly stream: MediaStream | null }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const shows = stream !== null && stream.getVideoTracks().length > 0;
  useEffect(() => {
    if (video.current !== null && shows) video.current.srcObject = stream;
  }, [stream, shows]);
  return (
    <div className={styles.preview}>
      {shows ? (
        <video
          ref={video}
          className={cx(isMirrored(stream) && pictures.mirrored)}
          autoPlay
          muted
          playsInline
          aria-label={t('call.myPicture')}
        />
      ) : (
        <p>{t(stream === null ? 'call.preparingVideo' : 'call.missingCamera')}</p>
      )}
    </div>
  );
}

/** Opens the chosen devices once they are permitted, and closes them again. */
function useLook({ microphone, camera, quietsNoise }: DeviceChoice, attempt: number): Look | null {
  const [look, setLook] = useState<Look | null>(null);
  const allow = usePermission();
  const allowed = useEffectEvent(() => allow('video'));
  useEffect(() => {
    let isClosed = false;
    let mine: Look | null = null;
    // Each attempt opens the devices again, even the same ones.
    const open = async (_attempt: number) => {
      const may = await allowed();
      if (isClosed) return;
      mine = may
        ? await lookAtDevices({ microphone, camera, output: '', quietsNoise })
        : { ok: false, why: 'denied' };
      if (isClosed) return void (mine.ok && closeStream(mine.stream));
      setLook(mine);
    };
    void open(attempt);
    return () => {
      isClosed = true;
      if (mine?.ok === true) closeStream(mine.stream);
    };
  }, [microphone, camera, quietsNoise, attempt]);
  return look;
}
