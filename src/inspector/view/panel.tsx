import { useMemo, useState } from 'react';
import type { EventObject } from 'xstate';
import type { MachineStep } from '../../client/state/machine-step.ts';
import type { State } from '../../client/state/state.ts';
import type { Listed } from '../machines.ts';
import type { Controller, ControllerView } from '../model/controller.ts';
import { DIFF_MAX, diffStates } from '../model/diff.ts';
import { stateText, typeOf } from '../model/line.ts';
import shared from './inspector.module.css';
import styles from './panel.module.css';
import { type Preview, previewOf, rows, totals } from '../../client/state/selectors.ts';
import { SendPart } from './send-part.tsx';
import { rulesOfState } from '../rules-of-states.ts';

const SHOWN_MAX = 100;

/** The chat list as the person would see it, without its dress, and the store in a few figures. */
function ListPart({ state }: { readonly state: State }) {
  const list = rows(state);
  const { unread, mentions, system } = totals(state);
  const waiting = [...state.outbox.values()].reduce((sum, items) => sum + items.length, 0);
  return (
    <>
      <dl className={styles.facts}>
        <Fact
          name="who"
          value={state.self === null ? 'nobody' : `${state.self.realname} (${state.self.id})`}
        />
        <Fact name="connection" value={connectionText(state)} />
        <Fact name="unread" value={`${unread}, mentions ${mentions}, system ${system}`} />
        <Fact name="open chat" value={state.open ?? 'none'} />
        <Fact name="outbox" value={String(waiting)} />
        <Fact name="contacts" value={String(state.contacts.size)} />
      </dl>
      <h2>Chat list</h2>
      <ol className={styles.preview} aria-label="Chat list">
        {list.slice(0, SHOWN_MAX).map((contact) => (
          <li key={contact.id} data-open={contact.id === state.open || undefined}>
            <strong>
              {contact.isTop && '📌 '}
              {contact.displayName}
              {!contact.isNotice && ' 🔕'}
            </strong>
            {contact.unread > 0 && <b aria-label="unread">{contact.unread}</b>}
            <span>{previewText(previewOf(contact.last))}</span>
          </li>
        ))}
        {list.length > SHOWN_MAX && <li className={shared.hint}>and {list.length - SHOWN_MAX} more</li>}
        {list.length === 0 && <li className={shared.hint}>Empty</li>}
      </ol>
    </>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function connectionText({ connection }: State): string {
  if (connection.name === 'open') return connection.bound ? 'open, bound' : 'open';
  return connection.name === 'waiting' ? `waiting, attempt ${connection.attempt}` : connection.name;
}

function previewText(preview: Preview): string {
  switch (preview.kind) {
    case 'none':
      return '';
    case 'text':
    case 'note':
      return preview.text;
    case 'label':
      return `[${preview.type}]`;
    case 'reaction':
      return `[reaction ${preview.emoji}]`;
    case 'call':
      return `[call ${preview.call.code}]`;
  }
}

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
function StatePart({
  step,
  activeIds,
}: {
  readonly step: MachineStep;
  readonly activeIds: ReadonlySet<string>;
}) {
  const deepest = [...activeIds].filter((id) => ![...activeIds].some((other) => other.startsWith(`${id}.`)));
  const rules = [...new Set(deepest.flatMap(rulesOfState))];
  return (
    <>
      <h2>State</h2>
      <p className={styles.value}>
        {stateText(step.value)}
        {step.over && ' (over)'}
      </p>
      <h2>Context</h2>
      <dl className={styles.facts}>
        {Object.entries(step.context).map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{text(value)}</dd>
          </div>
        ))}
      </dl>
      {step.event !== null && (
        <>
          <h2>Last event</h2>
          <pre className={styles.json}>{text(step.event, 2)}</pre>
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

/** Changes of the store by the current event, and the event itself. Computed only while it is visible. */
function ChangePart({
  controller,
  view,
}: {
  readonly controller: Controller;
  readonly view: ControllerView;
}) {
  const { session } = controller;
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

interface Props {
  readonly listed: Listed;
  readonly step: MachineStep;
  readonly activeIds: ReadonlySet<string>;
  readonly state: State;
  readonly controller: Controller;
  readonly view: ControllerView;
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
        {tab === 'State' && <StatePart step={props.step} activeIds={props.activeIds} />}
        {tab === 'Send' && (
          <SendPart
            listed={props.listed}
            step={props.step}
            send={props.send}
            byHand={props.byHand}
            back={props.back}
          />
        )}
        {tab === 'Change' && <ChangePart controller={props.controller} view={props.view} />}
        {tab === 'Contacts' && <ListPart state={props.state} />}
      </div>
    </aside>
  );
}
