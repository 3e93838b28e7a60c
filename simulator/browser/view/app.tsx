import { useRef, useSyncExternalStore } from 'react';
import { RunControls } from './controls.tsx';
import { Flights } from './flights.tsx';
import { ConnectionLines } from './links.tsx';
import { NodeBox } from './node-box.tsx';
import { PhoneBox } from './phone-box.tsx';
import { Story } from './story.tsx';
import styles from './view.module.css';
import type { RunWatch } from './watch.ts';

/** The whole page: the run and its time above, the servers, the phones, and what happened at the side. */
export function SimulatorApp({ watch }: { readonly watch: RunWatch }) {
  const shown = useSyncExternalStore(watch.subscribe, watch.get);
  const stage = useRef<HTMLDivElement>(null);
  const { view } = shown;
  return (
    <div className={styles.page}>
      <RunControls watch={watch} shown={shown} />
      <main className={styles.main} aria-label="The World">
        {view === null ? (
          <p className={styles.empty} role="status">
            {shown.opening ? 'People make accounts and become friends …' : 'No run is open.'}
          </p>
        ) : (
          <div className={styles.stage} ref={stage}>
            <ConnectionLines stage={stage} view={view} />
            <section className={styles.nodes} aria-label="Servers">
              {view.nodes.map((node) => (
                <NodeBox key={node.name} node={node} hand={(hand) => watch.hand(hand)} />
              ))}
            </section>
            <section className={styles.phones} aria-label="Devices">
              {view.phones.map((phone) => (
                <PhoneBox
                  key={phone.device}
                  phone={phone}
                  hand={(hand) => watch.hand(hand)}
                  session={() => watch.session(phone.device)}
                />
              ))}
            </section>
            <Flights stage={stage} view={view} flights={shown.flights} />
          </div>
        )}
      </main>
      <Story lines={shown.story} />
    </div>
  );
}
