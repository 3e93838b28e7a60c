import styles from './inspector.module.css';

const KEYS = [
  ['Space', 'play, pause'],
  ['← →', 'one event back, on; with Shift ten'],
  ['Home, End', 'to the first, to the last event'],
  ['[ ]', 'to the event before or after that changed the screen'],
  ['/', 'search states and events'],
  ['?', 'this list'],
  ['Esc', 'leave a field, close'],
] as const;

export const Help = ({ close }: { readonly close: () => void }) => (
  <div className={styles.veil}>
    <div className={styles.dialog} role="dialog" aria-modal="true" aria-label="Keys">
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>
        White boxes are states, grey ones hold states, a dashed one is in all of its parts at once. Green is
        where the machine is, the bright line is the way just taken. Green words are timers.
      </p>
      <button type="button" className={styles.primary} onClick={close} autoFocus>
        Close
      </button>
    </div>
  </div>
);
