import { Play, Square } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, voiceWidth } from '../../../../../domain/media.ts';
import { cx } from '../../../../kit/class-names.ts';
import { factsOf } from '../../../../platform/local-media.ts';
import { onPlaying, playing, togglePlaying } from '../../../../platform/player.ts';
import type { Body } from '../../timeline.ts';
import { amount } from '../fields.ts';
import styles from './media.module.css';
import { Progress } from './progress.tsx';
import { useAddress } from '../../../../kit/use-address.ts';

/** Bars of a drawn wave, in percent: a picture of speech, not of this one. */
const WAVE = [35, 60, 90, 50, 75, 100, 45, 80, 55, 95, 40, 70, 85, 50, 65, 90, 45, 75, 55, 35] as const;
const PX_BESIDE_WAVE = 52;
const PX_PER_BAR = 6;

/** Play and stop; only one plays; the seconds that are left while it does. */
export function VoicePill({ body, name }: { readonly body: Body; readonly name: string }) {
  const { t } = useTranslation();
  const sound = useAddress(body.upload ? 'local' : body.content);
  const now = useSyncExternalStore(onPlaying, playing, playing);
  const seconds = body.upload ? factsOf(body.upload.file.body).durationSec : amount(body, 'duration');
  const active = now.key === name;
  const width = voiceWidth(seconds);
  const bars = Math.max(4, Math.floor((width - PX_BESIDE_WAVE) / PX_PER_BAR));
  const heard = active && seconds > 0 ? (now.atSec / seconds) * bars : 0;
  const failed = now.failed === name;
  const time = clockText(active ? seconds - now.atSec : seconds);
  return (
    <>
      <button
        type="button"
        className={styles.voice}
        style={{ minWidth: width }}
        aria-label={t(active ? 'media.stopVoice' : 'media.playVoice', { count: Math.round(seconds), time })}
        disabled={body.upload !== undefined}
        onClick={() => togglePlaying(name, sound.src)}
      >
        <span className={styles.voiceIcon}>
          {active ? <Square size={14} strokeWidth={2} fill="currentColor" aria-hidden="true" /> : <Play size={16} strokeWidth={2} fill="currentColor" aria-hidden="true" />}
        </span>
        <span className={styles.wave} aria-hidden="true">
          {Array.from({ length: bars }, (_, bar) => (
            <i key={bar} className={cx(bar < heard && styles.heard)} style={{ height: `${WAVE[bar % WAVE.length]}%` }} />
          ))}
        </span>
        <span className={styles.seconds}>{time}</span>
      </button>
      {body.upload && <Progress upload={body.upload} />}
      {failed && (
        <button type="button" className={styles.problem} onClick={sound.failed}>
          {t(sound.broken ? 'media.voiceGone' : 'media.voiceFailed')}
        </button>
      )}
    </>
  );
}
