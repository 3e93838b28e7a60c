import { useRef, useSyncExternalStore } from 'react';
import { SCREENS_MAX } from '../screens-max.ts';
import { Controls } from './controls.tsx';
import { Flights } from './flights.tsx';
import { ConnectionLines } from './links.tsx';
import { NodeBox } from './node-box.tsx';
import { PhoneBox } from './phone-box.tsx';
import { Story } from './story.tsx';
import { Verdict } from './verdict.tsx';
import styles from './view.module.css';
import { word } from './words.ts';
import screenStyles from './screen.module.css';
import type { RunWatch } from './watch.ts';

/** The whole page: the run and its time above, the servers, the phones, and what happened at the side. */
export function SimulatorApp({ watch }: { readonly watch: RunWatch }) {
  const current = useSyncExternalStore(watch.subscribe, watch.get);
  const stage = useRef<HTMLDivElement>(null);
  const { view } = current;
  return (
    <div className={styles.page}>
      <Controls watch={watch} current={current} />
      <main className={styles.main} aria-label={word('world')}>
        {view === null ? (
          <p className={styles.empty} role="status">
            {word(current.opening ? 'opening' : 'noRun')}
          </p>
        ) : (
          <>
            <Legend />
            <Verdict watch={watch} current={current} />
            <div className={styles.stage} ref={stage}>
              <ConnectionLines stage={stage} view={view} />
              <section className={styles.nodes} aria-label={word('servers')}>
                {view.nodes.map((node) => (
                  <NodeBox key={node.name} node={node} inject={(fault) => watch.inject(fault)} />
                ))}
              </section>
              <section className={styles.phones} aria-label={word('devices')}>
                {view.phones.map((phone, i) => (
                  <PhoneBox
                    key={phone.device}
                    phone={phone}
                    screen={i < SCREENS_MAX ? watch : null}
                    inject={(fault) => watch.inject(fault)}
                    session={() => watch.session(phone.device)}
                  />
                ))}
              </section>
              <Flights stage={stage} view={view} flights={current.flights} />
            </div>
          </>
        )}
      </main>
      <Story lines={current.story} />
    </div>
  );
}

const LEGEND = [
  ['live', 'legendLive'],
  ['half', 'legendHalf'],
  ['lost', 'legendLost'],
  ['up', 'legendUp'],
  ['down', 'legendDown'],
] as const;

const Legend = () => (
  <ul className={screenStyles.legend} aria-label={word('legend')}>
    {LEGEND.map(([kind, words]) => (
      <li key={kind}>
        <span className={screenStyles.dot} data-kind={kind} />
        {word(words)}
      </li>
    ))}
  </ul>
);
