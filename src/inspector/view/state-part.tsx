import type { MachineStep } from '../../client/state/machine-step.ts';
import { stateText } from '../model/line.ts';
import { rulesOfState } from '../rules-of-states.ts';
import styles from './panel.module.css';

const pages = import.meta.glob<string>('../../../docs/rules/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** A long rule has several lines, each with a letter behind the number. */
const sentences = new Map<string, string>();
for (const [, rule = '', words = ''] of Object.values(pages)
  .join('\n')
  .matchAll(/^- ([A-Z]+-\d+)[a-z]? (.+)$/gm))
  sentences.set(rule, `${sentences.get(rule) ?? ''} ${words}`.trim());

/** The machine's state, its context, and the rules of the state. */
export function StatePart({
  shown,
  lit,
}: {
  readonly shown: MachineStep;
  readonly lit: ReadonlySet<string>;
}) {
  const deepest = [...lit].filter((id) => ![...lit].some((other) => other.startsWith(`${id}.`)));
  const rules = [...new Set(deepest.flatMap(rulesOfState))];
  return (
    <>
      <h2>State</h2>
      <p className={styles.value}>
        {stateText(shown.value)}
        {shown.over && ' (over)'}
      </p>
      <h2>Context</h2>
      <dl className={styles.facts}>
        {Object.entries(shown.context).map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{text(value)}</dd>
          </div>
        ))}
      </dl>
      {shown.event !== null && (
        <>
          <h2>Last event</h2>
          <pre className={styles.json}>{text(shown.event, 2)}</pre>
        </>
      )}
      <h2>Rules</h2>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule}>
            <strong>{rule}</strong> {sentences.get(rule)}
          </li>
        ))}
      </ul>
    </>
  );
}

function text(value: unknown, indent = 0): string {
  const json = typeof value === 'string' ? value : (JSON.stringify(value, null, indent) ?? 'undefined');
  return json.length > 4_000 ? `${json.slice(0, 4_000)}…` : json;
}
