import { Button } from '../../../src/app/kit/button.tsx';
import { phoneStateOf } from './phone-box.tsx';
import styles from './screen.module.css';
import type { RunWatch, WatchedRun } from './watch.ts';
import { counted, word } from './words.ts';

/** The result of a run, when it is over or as soon as a promise is broken. */
export function Verdict({ watch, current }: { readonly watch: RunWatch; readonly current: WatchedRun }) {
  const { view, faults, brokenAt, plan, script, cuts } = current;
  if (view === null || (view.phase !== 'over' && view.problems.length === 0)) return null;
  const [problem] = view.problems;
  const apart = view.phones.filter((phone) => phone.connection !== 'open');
  return (
    <section className={styles.verdict} data-broken={problem !== undefined || undefined}>
      <h2>{word(problem === undefined ? 'allKept' : 'broken')}</h2>
      {problem === undefined ? (
        <p>{counted.verdict({ ...view, faults })}</p>
      ) : (
        <p>
          <b>{problem.checker}</b> {problem.text}
        </p>
      )}
      <p>
        {apart.length === 0
          ? word('allConnected')
          : `${word('notConnected')} ${apart.map((phone) => `${phone.device} (${phoneStateOf(phone)})`).join(', ')}`}
      </p>
      <div>
        {brokenAt === null ? (
          <Button small onClick={() => watch.open(plan, script, cuts)}>
            {word('again')}
          </Button>
        ) : (
          <Button small kind="primary" onClick={() => watch.toMoment()}>
            {word('toMoment')}
          </Button>
        )}
      </div>
    </section>
  );
}
