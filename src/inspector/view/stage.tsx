import { lazy, Suspense, type RefObject } from 'react';
import type { MachineStep } from '../../client/state/machine-step.ts';
import type { Listed } from '../machines.ts';
import styles from './inspector.module.css';

const Chart = lazy(() => import('./chart.tsx'));

interface Props {
  readonly listed: Listed;
  readonly shown: MachineStep;
  readonly lit: ReadonlySet<string>;
  readonly taken: readonly string[];
  readonly search: RefObject<HTMLInputElement | null>;
  /** Name of the running machine, or why none is shown. */
  readonly badge: { readonly kind: 'copy' | 'live' | 'rest'; readonly text: string };
}

/** The chart of the chosen machine, and whether it runs. */
export const ChartStage = ({ listed, shown, lit, taken, search, badge }: Props) => (
  <main className={styles.stage} aria-label={`Chart of ${listed.name}`}>
    <Suspense fallback={<p className={styles.empty}>Laying out …</p>}>
      <Chart key={listed.name} listed={listed} lit={lit} taken={taken} over={shown.over} search={search} />
    </Suspense>
    <p className={styles.badge} data-kind={badge.kind}>
      {badge.text}
    </p>
  </main>
);
