import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { REPLAY_SPEEDS, type Controller, type ControllerView } from '../model/controller.ts';
import styles from './inspector.module.css';
import { timeOfDayText } from './clock-text.ts';

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;

export function Scrubber({
  controller,
  view,
}: {
  readonly controller: Controller;
  readonly view: ControllerView;
}) {
  const line = controller.session.lines[view.n - 1];
  return (
    <footer className={styles.scrubber} aria-label="Time">
      <button type="button" aria-label="To the beginning" onClick={() => controller.jump(0)}>
        <SkipBack {...icon} />
      </button>
      <button type="button" aria-label="One event back" onClick={() => controller.step(-1)}>
        <ChevronLeft {...icon} />
      </button>
      <button
        type="button"
        className={styles.primary}
        aria-label={view.playing ? 'Pause' : 'Play'}
        disabled={view.length === 0}
        onClick={() => controller.play(!view.playing)}
      >
        {view.playing ? <Pause {...icon} /> : <Play {...icon} />}
      </button>
      <button type="button" aria-label="One event on" onClick={() => controller.step(1)}>
        <ChevronRight {...icon} />
      </button>
      <button type="button" aria-label="To the end" onClick={() => controller.jump(view.length)}>
        <SkipForward {...icon} />
      </button>
      <input
        type="range"
        aria-label="Event"
        min={0}
        max={view.length}
        value={view.n}
        onChange={(event) => controller.jump(Number(event.target.value))}
      />
      <output aria-label="Place">
        {view.n} of {view.length}
        {line && <span> · {timeOfDayText(line.atMs)}</span>}
      </output>
      <select
        aria-label="Speed"
        value={view.speed}
        onChange={(event) => controller.speed(Number(event.target.value))}
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
