import { useRef, useState } from 'react';
import { Button } from '../../../src/app/kit/button.tsx';
import { cx } from '../../../src/app/kit/class-names.ts';
import { ProductMark } from '../../../src/app/kit/mark.tsx';
import type { RunPlan } from '../view-types.ts';
import { Likelihood } from './likelihood.tsx';
import { storyTime } from './story.tsx';
import styles from './view.module.css';
import screenStyles from './screen.module.css';
import { counted, word } from './words.ts';
import { RUN_SPEEDS } from './watch.ts';
import type { WatchedRun, RunWatch } from './watch.ts';

interface Props {
  readonly watch: RunWatch;
  readonly current: WatchedRun;
}

const NUMBERS = [
  ['seed', 0, 999_999_999],
  ['clients', 2, 8],
  ['nodes', 1, 4],
  ['steps', 1, 2_000],
] as const;

export function Controls({ watch, current }: Props) {
  const { plan, view, problem } = current;
  return (
    <header className={styles.bar}>
      <div className={styles.line}>
        <span className={styles.mark}>
          <ProductMark size={20} />
        </span>
        <h1>{word('title')}</h1>
        <PlanChoice watch={watch} plan={plan} />
      </div>
      <p className={screenStyles.intro}>{word('sentence')}</p>
      <div className={styles.line}>
        <PaceOfRun watch={watch} current={current} />
        {view !== null && <StateOfRun watch={watch} view={view} />}
        {current.script !== null && <span className={styles.tag}>{current.script}</span>}
      </div>
      {current.cuts.length > 0 && (
        <Likelihood cuts={current.cuts} stepCount={view?.done ?? 0} toKnee={() => watch.toKnee()} />
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {view?.problems.slice(0, 2).map(({ checker, text }) => (
        <p key={checker + text} className={styles.problem} role="alert">
          <b>{checker}</b> {text}
        </p>
      ))}
    </header>
  );
}

/** Which World: its numbers, or a script. */
function PlanChoice({ watch, plan }: Pick<Props, 'watch'> & { readonly plan: RunPlan }) {
  const [choice, setChoice] = useState<RunPlan>(plan);
  const [openRun, setOpenRun] = useState(plan);
  if (openRun !== plan) {
    setOpenRun(plan);
    setChoice(plan);
  }
  const picker = useRef<HTMLInputElement>(null);
  return (
    <form
      className={styles.choice}
      onSubmit={(event) => {
        event.preventDefault();
        watch.open({ ...choice, plan: null });
      }}
    >
      {NUMBERS.map(([name, min, max]) => (
        <label key={name}>
          {word(name)}
          <input
            type="number"
            min={min}
            max={max}
            required
            value={choice[name]}
            onChange={(event) => setChoice({ ...choice, [name]: event.target.valueAsNumber || 0 })}
          />
        </label>
      ))}
      <label>
        {word('faults')}
        <select
          value={choice.faults}
          onChange={(event) =>
            setChoice({ ...choice, faults: event.target.value === 'none' ? 'none' : 'all' })
          }
        >
          <option value="all">{word('bySeed')}</option>
          <option value="none">{word('byHandOnly')}</option>
        </select>
      </label>
      <Button small type="submit">
        {word('begin')}
      </Button>
      <Button small onClick={() => picker.current?.click()}>
        {word('openScript')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Script file"
        accept=".jsonl,application/x-ndjson,text/plain"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void file.text().then((text) => watch.openScript(file.name, text));
        }}
      />
    </form>
  );
}

function PaceOfRun({ watch, current: { view, playing, speed } }: Props) {
  return (
    <>
      <Button
        small
        kind="primary"
        disabled={view === null || view.phase === 'over'}
        onClick={() => watch.play(!playing)}
      >
        {word(playing ? 'pause' : 'play')}
      </Button>
      <Button small disabled={view === null || view.phase === 'over'} onClick={() => watch.step()}>
        {word('next')}
      </Button>
      <label className={styles.speed}>
        {word('speed')}
        <select value={speed} onChange={(event) => watch.speed(Number(event.target.value))}>
          {RUN_SPEEDS.map((one) => (
            <option key={one} value={one}>{`× ${one}`}</option>
          ))}
        </select>
      </label>
    </>
  );
}

/** The network conditions, the progress, and whether every check has passed so far. */
function StateOfRun({
  watch,
  view,
}: Pick<Props, 'watch'> & { readonly view: NonNullable<WatchedRun['view']> }) {
  return (
    <>
      <Button
        small
        kind={view.storm ? 'danger' : 'plain'}
        aria-pressed={view.storm}
        onClick={() => watch.inject({ at: 'weather', what: view.storm ? 'calm' : 'storm' })}
      >
        {word('storm')}
      </Button>
      <span className={styles.time} title="Virtual time">
        {storyTime(view.elapsedMs)}
      </span>
      <progress
        className={styles.progress}
        max={Math.max(1, view.steps)}
        value={view.done}
        aria-label="Steps taken"
      />
      <span className={styles.soft}>{counted.steps(view.done, view.steps, view.events)}</span>
      <span
        className={cx(
          styles.tag,
          view.problems.length > 0 && styles.broken,
          view.phase === 'over' && view.problems.length === 0 && styles.well,
        )}
        role="status"
      >
        {view.problems.length > 0 ? word('broken') : view.phase === 'over' ? word('held') : word(view.phase)}
      </span>
      <span
        className={styles.soft}
        title={
          view.byHand
            ? 'Somebody meddled: only the seed alone gives the same hash again'
            : 'The same run on the command line ends with the same hash'
        }
      >
        {`trace ${view.hash.slice(0, 8)}${view.byHand ? ` · ${word('byHand')}` : ''}`}
      </span>
    </>
  );
}
