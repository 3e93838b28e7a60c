import { useMemo } from 'react';
import type { Desk, DeskView } from '../model/desk.ts';
import { DIFF_MAX, diffStates } from '../model/diff.ts';
import { typeOf } from '../model/line.ts';
import shared from './inspector.module.css';
import styles from './panel.module.css';

/** Changes of the store by the current event, and the event itself. Computed only while it is visible. */
export function ChangePart({ desk, view }: { readonly desk: Desk; readonly view: DeskView }) {
  const { session } = desk;
  const { n, length } = view;
  const line = session.lines[n - 1];
  const changes = useMemo(
    () => (n === 0 || n > length ? [] : diffStates(session.at(n - 1).state, session.at(n).state)),
    [session, n, length],
  );
  if (line === undefined) return <p className={shared.hint}>Before the first event.</p>;
  return (
    <>
      <h2>{typeOf(line)}</h2>
      {changes.length === 0 ? (
        <p className={shared.hint}>Changed nothing in the store.</p>
      ) : (
        <ul className={styles.changes} aria-label="Changes">
          {changes.map((change) => (
            <li key={change.path} data-kind={change.kind}>
              <code>{change.path}</code>
              {change.before !== '' && <del>{change.before}</del>}
              {change.after !== '' && <ins>{change.after}</ins>}
            </li>
          ))}
          {changes.length >= DIFF_MAX && <li className={shared.hint}>and more</li>}
        </ul>
      )}
      <h2>The event</h2>
      <pre className={styles.json}>{short(JSON.stringify(line.event, null, 2))}</pre>
    </>
  );
}

const short = (text: string): string => (text.length > 20_000 ? `${text.slice(0, 20_000)}\n…` : text);
