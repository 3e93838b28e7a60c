import { Play, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { mediaLimits } from '../../../../domain/limits.ts';
import { clockText } from '../../../../domain/clock-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { cx } from '../../../kit/class-names.ts';
import { Spinner } from '../../../kit/spinner.tsx';
import { useModeEnd } from '../../../kit/use-on-top.ts';
import { useLocalAddress } from '../../../shared/use-address.ts';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import { onPlaying, playing, togglePlaying } from '../../../platform/player.ts';
import type { Hold } from './use-hold.ts';
import type { VoiceRecorder } from './use-recorder.ts';
import styles from './voice.module.css';

const FEW_SECONDS = 10;

/** Replaces the message box while a voice message is recorded, and during its preview. */
export function RecordingBar(props: Recording) {
  return props.recorder.stage === 'preview' ? <Preview recorder={props.recorder} /> : <Speaking {...props} />;
}

interface Recording {
  readonly recorder: VoiceRecorder;
  readonly hold: Hold['state'];
}

function Speaking({ recorder, hold }: Recording) {
  const { t } = useTranslation();
  const { stage, seconds } = recorder;
  useModeEnd(
    () => recorder.send({ type: 'record.cancel' }),
    // Back, or another address, ends the recording and keeps it.
    () => recorder.send({ type: stage === 'recording' ? 'record.stop' : 'record.cancel' }),
  );
  const left = mediaLimits.voiceMaxSec - seconds;
  const cancelling = hold === 'cancelling';
  const words =
    stage !== 'recording'
      ? t('rec.asking')
      : cancelling
        ? t('chat.releaseToCancel')
        : hold === 'held'
          ? t('chat.slideHint')
          : left <= FEW_SECONDS
            ? t('rec.limit', { n: left })
            : t('chat.recording');
  return (
    <div className={cx(styles.bar, cancelling && styles.cancelling)}>
      <VisuallyHidden>
        <span role="status">{hold === 'held' ? t('chat.releaseToSend') : words}</span>
      </VisuallyHidden>
      <IconButton small label={t('rec.cancel')} onClick={() => recorder.send({ type: 'record.cancel' })}>
        <Trash2 size={20} strokeWidth={1.75} />
      </IconButton>
      {stage === 'recording' ? <span className={styles.dot} /> : <Spinner size={16} />}
      <span className={styles.time}>{clockText(seconds)}</span>
      {stage === 'recording' && <Level watch={recorder.watch} />}
      <span className={styles.words} aria-hidden="true">
        {words}
      </span>
    </div>
  );
}

const BARS = 24;
/** Each bar shows the loudest moment of this many reports, a tenth of a second. */
const REPORTS = 2;

/** The last seconds of the microphone, drawn without React: a silent one shows a flat line (REC-5). */
function Level({ watch }: Pick<VoiceRecorder, 'watch'>) {
  const trail = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const levels: number[] = Array.from({ length: BARS }, () => 0);
    let [loudest, reports] = [0, 0];
    return watch((level) => {
      loudest = Math.max(loudest, level);
      reports += 1;
      if (reports < REPORTS) return;
      levels.push(loudest);
      levels.shift();
      [loudest, reports] = [0, 0];
      for (const [at, bar] of [...(trail.current?.children ?? [])].entries())
        if (bar instanceof HTMLElement) bar.style.setProperty('--level', String(levels[at] ?? 0));
    });
  }, [watch]);
  return (
    <span ref={trail} className={styles.level} aria-hidden="true">
      {Array.from({ length: BARS }, (_, at) => (
        <span key={at} />
      ))}
    </span>
  );
}

const KEY = 'recording';

function Preview({ recorder }: { readonly recorder: VoiceRecorder }) {
  const { t } = useTranslation();
  const src = useLocalAddress(recorder.sound);
  const now = useSyncExternalStore(onPlaying, playing, playing);
  const active = now.key === KEY;
  const time = clockText(recorder.seconds);
  return (
    <div className={styles.bar}>
      <IconButton small label={t('rec.discard')} onClick={() => recorder.send({ type: 'preview.discard' })}>
        <Trash2 size={20} strokeWidth={1.75} />
      </IconButton>
      <span className={styles.player}>
        <IconButton
          small
          className={styles.done}
          label={t(active ? 'rec.stopListening' : 'rec.listen', { time })}
          onClick={() => togglePlaying(KEY, src)}
        >
          {active ? (
            <Square size={18} strokeWidth={2} fill="currentColor" />
          ) : (
            <Play size={20} strokeWidth={2} fill="currentColor" />
          )}
        </IconButton>
        <progress
          className={styles.heard}
          max={Math.max(1, recorder.seconds)}
          value={active ? now.atSec : 0}
          aria-label={t('rec.heard')}
        />
        <span className={styles.time}>{active ? clockText(now.atSec) : time}</span>
      </span>
    </div>
  );
}
