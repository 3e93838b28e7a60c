import { Pause, Play } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react';
import { voiceWidth } from '../../../../../domain/media.ts';
import { clockText } from '../../../../../domain/clock-text.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { cx } from '../../../../kit/class-names.ts';
import { useStore } from '../../../../shared/client-context.ts';
import { type Address, useAddress } from '../../../../shared/use-address.ts';
import { VisuallyHidden } from '../../../../kit/visually-hidden.tsx';
import { markHeard, onHeard, wasHeard } from '../../../../platform/heard-voices.ts';
import { measuredFacts } from '../../../../platform/local-media.ts';
import {
  type VoiceShape,
  fetchSound,
  onVoiceShape,
  voiceShape,
  wantVoiceShape,
} from '../../../../platform/voice-shape.ts';
import { RATES, onPlaying, playFrom, playing, setRate, togglePlaying } from '../../../../platform/player.ts';
import type { BubbleBody } from '../../timeline.ts';
import { amount } from '../../../../shared/message-fields.ts';
import styles from './media.module.css';
import { Progress } from './progress.tsx';
import own from './voice-pill.module.css';

/** Height of a bar, in percent: of silence, and of a voice message with an unknown shape. */
const [QUIET, UNKNOWN] = [14, 40];
/** At every length. */
const BARS = 40;

/** Play and pause, at three speeds, from anywhere; only one plays; the seconds that are left. */
export function VoicePill({ body, name }: { readonly body: BubbleBody; readonly name: string }) {
  const { t } = useTranslation();
  const now = useSyncExternalStore(onPlaying, playing, playing);
  const seconds = body.upload ? measuredFacts(body.upload.file.body).durationSec : amount(body, 'duration');
  const element = useRef<HTMLSpanElement>(null);
  const voice = useVoice(body, name, element);
  const active = now.key === name;
  const width = voiceWidth(seconds);
  const atSec = active ? now.atSec : (now.places.get(name) ?? 0);
  const time = clockText(Math.max(0, seconds - atSec));
  const shape = useShape(body, name);
  return (
    <>
      <span ref={element} className={styles.voice} style={{ minWidth: `min(${width}px, 100%)` }}>
        <button
          type="button"
          className={own.play}
          aria-label={t(active ? 'media.pauseVoice' : 'media.playVoice', {
            count: Math.round(seconds),
            time,
          })}
          disabled={body.upload !== undefined}
          onClick={voice.toggle}
        >
          <span className={styles.voiceIcon}>
            {active ? (
              <Pause size={16} strokeWidth={2} fill="currentColor" aria-hidden="true" />
            ) : (
              <Play size={16} strokeWidth={2} fill="currentColor" aria-hidden="true" />
            )}
          </span>
        </button>
        <Wave
          shape={shape}
          seconds={seconds}
          atSec={atSec}
          onSeek={body.upload || seconds === 0 ? null : voice.from}
        />
        <span className={styles.seconds}>{time}</span>
        {active && (
          <button
            type="button"
            className={own.rate}
            aria-label={t('media.rate', { rate: now.rate })}
            onClick={() => setRate(RATES[(RATES.indexOf(now.rate) + 1) % RATES.length] ?? 1)}
          >
            {now.rate}×
          </button>
        )}
        {voice.unheard && (
          <span className={own.dot}>
            <VisuallyHidden>{t('media.unheard')}</VisuallyHidden>
          </span>
        )}
      </span>
      {body.upload && <Progress upload={body.upload} />}
      {now.failed === name && (
        <button type="button" className={styles.problem} onClick={voice.again}>
          {t(voice.problem)}
        </button>
      )}
    </>
  );
}

/** Why it does not play: its format, its end, or anything that may pass. */
function problemOf({
  broken,
  unreadable,
}: Address): 'media.voiceFormat' | 'media.voiceGone' | 'media.voiceFailed' {
  if (unreadable) return 'media.voiceFormat';
  return broken ? 'media.voiceGone' : 'media.voiceFailed';
}

/** Its own loudness (MEDIA-14). */
function useShape(body: BubbleBody, name: string): VoiceShape {
  const local = body.upload?.file.body ?? null;
  const { content } = body;
  useEffect(
    () => wantVoiceShape(name, () => (local === null ? fetchSound(content) : local.arrayBuffer())),
    [name, local, content],
  );
  return useSyncExternalStore(
    onVoiceShape,
    () => voiceShape(name),
    () => null,
  );
}

/** Its sound, whether it was played, and its actions. */
function useVoice(body: BubbleBody, name: string, element: RefObject<HTMLElement | null>) {
  const sound = useAddress(body.upload ? 'local' : body.content);
  const self = useStore((state) => state.self?.id ?? null);
  const unheard = useSyncExternalStore(
    onHeard,
    () => body.from !== undefined && body.from.id !== self && !wasHeard(name),
    () => false,
  );
  const next = () => playNext(name);
  const toggle = () => {
    markHeard(name);
    togglePlaying(name, sound.src, next);
  };
  const isUnheard = useEffectEvent(() => unheard);
  const begin = useEffectEvent(toggle);
  useEffect(() => {
    const current = element.current;
    return current === null
      ? undefined
      : voiceIsHere(name, { element: current, unheard: () => isUnheard(), play: () => begin() });
  }, [name, element]);
  return {
    unheard,
    toggle,
    from: (sec: number) => {
      markHeard(name);
      playFrom(name, sound.src, sec, next);
    },
    again: sound.failed,
    problem: problemOf(sound),
  };
}

/** Playback position; a press, a drag or an arrow key continues from there. */
function Wave({
  shape,
  seconds,
  atSec,
  onSeek,
}: {
  readonly shape: VoiceShape;
  readonly seconds: number;
  readonly atSec: number;
  readonly onSeek: ((sec: number) => void) | null;
}) {
  const { t } = useTranslation();
  const barsPlayed = seconds > 0 ? (atSec / seconds) * BARS : 0;
  const seek = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = box.width === 0 ? 0 : (event.clientX - box.left) / box.width;
    onSeek?.(Math.min(0.98, Math.max(0, part)) * seconds);
  };
  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowRight: atSec + 1, ArrowLeft: atSec - 1, Home: 0 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek?.(Math.min(seconds, Math.max(0, to)));
  };
  const high = (bar: number): number =>
    shape === null ? UNKNOWN : QUIET + (100 - QUIET) * (shape[Math.floor((bar / BARS) * shape.length)] ?? 0);
  const elements = Array.from({ length: BARS }, (_, bar) => (
    <i
      key={bar}
      className={cx(bar < barsPlayed && styles.heard)}
      style={{ height: `${Math.round(high(bar))}%` }}
    />
  ));
  if (onSeek === null)
    return (
      <span className={styles.wave} aria-hidden="true">
        {elements}
      </span>
    );
  return (
    <span
      className={cx(styles.wave, own.seek)}
      role="slider"
      tabIndex={atSec > 0 ? 0 : -1}
      aria-label={t('media.seek')}
      aria-valuemin={0}
      aria-valuemax={Math.round(seconds)}
      aria-valuenow={Math.round(atSec)}
      aria-valuetext={clockText(atSec)}
      onPointerDown={seek}
      onPointerMove={(event) => event.buttons > 0 && seek(event)}
      onKeyDown={onKey}
    >
      {elements}
    </span>
  );
}

interface Here {
  readonly element: Element;
  readonly unheard: () => boolean;
  readonly play: () => void;
}

/** The drawn voice messages, by message: the next one of the page plays automatically (UI-58). */
const here = new Map<string, Here>();

function voiceIsHere(key: string, voice: Here): () => void {
  here.set(key, voice);
  return () => {
    if (here.get(key) === voice) here.delete(key);
  };
}

/** Plays the voice message directly below, if it was not played yet. */
function playNext(key: string): void {
  const from = here.get(key)?.element;
  if (from === undefined) return;
  const below = [...here.values()]
    .filter(({ element }) => isBefore(from, element))
    .toSorted((a, b) => (isBefore(a.element, b.element) ? -1 : 1));
  if (below[0]?.unheard() === true) below[0].play();
}

const isBefore = (a: Element, b: Element): boolean =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
