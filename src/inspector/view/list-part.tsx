import { previewOf, rows, totals, type Preview } from '../../client/state/selectors.ts';
import type { State } from '../../client/state/state.ts';
import shared from './inspector.module.css';
import styles from './panel.module.css';

const SHOWN_MAX = 100;

/** The chat list as the person would see it, without its dress, and the store in a few figures. */
export function ListPart({ state }: { readonly state: State }) {
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
