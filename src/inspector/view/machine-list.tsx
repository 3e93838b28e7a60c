import { machineOf, MACHINES } from '../machines.ts';
import { ALL_MACHINES } from '../model/glance.ts';
import { stateText } from '../model/line.ts';
import type { Machines } from '../model/session.ts';
import styles from './inspector.module.css';

/** A machine and its selected actor; null: none runs, or any. */
export interface MachineChoice {
  readonly name: string;
  readonly actor: string | null;
}

interface Props {
  readonly machines: Machines;
  readonly choice: MachineChoice;
  readonly choose: (choice: MachineChoice) => void;
  readonly latest: string | null;
}

export function MachineList({ machines, choice, choose, latest }: Props) {
  const running = [...machines.values()].flatMap((step) => {
    const name = machineOf(step.machine)?.name;
    return name === undefined ? [] : [{ name, step }];
  });
  const idle = MACHINES.filter(({ name }) => !running.some((one) => one.name === name));
  return (
    <nav className={styles.machines} aria-label="Machines">
      <button
        type="button"
        className={styles.glance}
        aria-current={choice.name === ALL_MACHINES}
        onClick={() => choose({ name: ALL_MACHINES, actor: null })}
      >
        <strong>All at a glance</strong>
      </button>
      <h2>Running</h2>
      <ul>
        {running.map(({ name, step }) => (
          <li key={step.actor}>
            <button
              type="button"
              aria-current={choice.actor === step.actor}
              data-latest={latest === step.actor || undefined}
              data-over={step.over || undefined}
              onClick={() => choose({ name, actor: step.actor })}
            >
              <strong>{step.actor}</strong>
              <span>{step.over ? `ended in ${stateText(step.value)}` : stateText(step.value)}</span>
            </button>
          </li>
        ))}
        {running.length === 0 && <li className={styles.hint}>None yet</li>}
      </ul>
      <h2>Others</h2>
      <ul>
        {idle.map(({ name }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={choice.name === name}
              onClick={() => choose({ name, actor: null })}
            >
              <strong>{name}</strong>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
