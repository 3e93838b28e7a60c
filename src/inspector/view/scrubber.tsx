import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { REPLAY_SPEEDS, type Desk, type DeskView } from '../model/desk.ts';
import styles from './inspector.module.css';
import { timeOfDayText } from './clock-text.ts';

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;

export function Scrubber({ desk, view }: { readonly desk: Desk; readonly view: DeskView }) {
  const line = desk.session.lines[view.n - 1];
  return (
    <footer className={styles.scrubber} aria-label="Time">
      <button type="button" aria-label="To the beginning" onClick={() => desk.jump(0)}>
        <SkipBack {...icon} />
      </button>
      <button type="button" aria-label="One event back" onClick={() => desk.step(-1)}>
        <ChevronLeft {...icon} />
      </button>
      <button
        type="button"
        className={styles.primary}
        aria-label={view.playing ? 'Pause' : 'Play'}
        disabled={view.length === 0}
        onClick={() => desk.play(!view.playing)}
      >
        {view.playing ? <Pause {...icon} /> : <Play {...icon} />}
      </button>
      <button type="button" aria-label="One event on" onClick={() => desk.step(1)}>
        <ChevronRight {...icon} />
      </button>
      <button type="button" aria-label="To the end" onClick={() => desk.jump(view.length)}>
        <SkipForward {...icon} />
      </button>
      <input
        type="range"
        aria-label="Event"
        min={0}
        max={view.length}
        value={view.n}
        onChange={(event) => desk.jump(Number(event.target.value))}
      />
      <output aria-label="Place">
        {view.n} of {view.length}
        {line && <span> · {timeOfDayText(line.atMs)}</span>}
      </output>
      <select
        aria-label="Speed"
        value={view.speed}
        onChange={(event) => desk.speed(Number(event.target.value))}
      >
        {REPLAY_SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed} ×
          </option>
        ))}
      </select>
      <p className={styles.keys} aria-hidden="true">
        <kbd>Space</kbd> play <kbd>←</kbd> <kbd>→</kbd> event <kbd>[</kbd> <kbd>]</kbd> change of the screen{' '}
        <kbd>/</kbd> states <kbd>?</kbd> help
      </p>
      {view.live && (
        <span className={styles.hint}>{view.following ? 'following' : 'paused in the past'}</span>
      )}
    </footer>
  );
}
