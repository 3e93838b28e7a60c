import { Button } from '../../../src/app/kit/button.tsx';
import { kneeOf } from '../../report/likelihood.ts';
import type { PlanCut } from '../../report/likelihood.ts';
import styles from './view.module.css';

interface Props {
  readonly cuts: readonly PlanCut[];
  /** Steps that were taken. */
  readonly stepCount: number;
  readonly toKnee: () => void;
}

/** The curve is drawn in these units and stretched to its place. */
const [WIDTH, HEIGHT] = [400, 40];

const percent = (planCut: PlanCut): string => `${Math.round((100 * planCut.failed) / planCut.of)} %`;

/** Failure probability after each part of the plan: the vertical line marks the run's position. */
export function Likelihood({ cuts, stepCount, toKnee }: Props) {
  const knee = kneeOf(cuts);
  const most = Math.max(1, cuts.at(-1)?.steps ?? 0);
  const x = (steps: number): number => (Math.min(steps, most) * WIDTH) / most;
  const points = cuts.map(({ steps, failed, of }) => `${x(steps)},${HEIGHT - (failed * HEIGHT) / of}`);
  const now = cuts.findLast((planCut) => planCut.steps <= stepCount);
  const label = `How likely the failure is, step by step: ${cuts.map((planCut) => `${planCut.steps}: ${percent(planCut)}`).join(', ')}`;
  return (
    <div className={styles.line}>
      <svg
        className={styles.likelihood}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {knee && <rect x={x(knee.from)} width={Math.max(1, x(knee.to) - x(knee.from))} height={HEIGHT} />}
        <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
        <line x1={x(stepCount)} x2={x(stepCount)} y2={HEIGHT} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className={styles.soft}>{now ? `fails in ${percent(now)} of all lives that begin so` : ''}</span>
      {knee && <Button small onClick={toKnee}>{`To the knee: step ${knee.from}`}</Button>}
    </div>
  );
}
