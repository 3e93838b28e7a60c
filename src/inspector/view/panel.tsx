import { useState } from 'react';
import type { EventObject } from 'xstate';
import type { MachineStep } from '../../client/state/machine-step.ts';
import type { State } from '../../client/state/state.ts';
import type { Listed } from '../machines.ts';
import type { Desk, DeskView } from '../model/desk.ts';
import { ChangePart } from './change-part.tsx';
import styles from './panel.module.css';
import { ListPart } from './list-part.tsx';
import { SendPart } from './send-part.tsx';
import { StatePart } from './state-part.tsx';

interface Props {
  readonly listed: Listed;
  readonly shown: MachineStep;
  readonly lit: ReadonlySet<string>;
  readonly state: State;
  readonly desk: Desk;
  readonly view: DeskView;
  readonly send: (event: EventObject) => void;
  readonly byHand: boolean;
  readonly back: () => void;
}

const TABS = ['State', 'Send', 'Change', 'Contacts'] as const;
type Tab = (typeof TABS)[number];

export function Panel(props: Props) {
  const [tab, setTab] = useState<Tab>('State');
  return (
    <aside className={styles.panel}>
      <div className={styles.tabs} role="tablist" aria-label="Details">
        {TABS.map((one) => (
          <button key={one} type="button" role="tab" aria-selected={one === tab} onClick={() => setTab(one)}>
            {one}
          </button>
        ))}
      </div>
      <div className={styles.part} role="tabpanel" aria-label={tab}>
        {tab === 'State' && <StatePart shown={props.shown} lit={props.lit} />}
        {tab === 'Send' && (
          <SendPart
            listed={props.listed}
            shown={props.shown}
            send={props.send}
            byHand={props.byHand}
            back={props.back}
          />
        )}
        {tab === 'Change' && <ChangePart desk={props.desk} view={props.view} />}
        {tab === 'Contacts' && <ListPart state={props.state} />}
      </div>
    </aside>
  );
}
