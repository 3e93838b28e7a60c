import { memo } from 'react';
import { cx } from '../../../src/app/kit/class-names.ts';
import { initialsOf } from '../../../src/domain/initials.ts';
import type { Bubble, DeviceFault, ManualFault, Phone } from '../view-types.ts';
import own from './phone.module.css';
import { AppOfDevice } from './device-screen.tsx';
import styles from './view.module.css';
import type { RunWatch } from './watch.ts';
import { counted, word } from './words.ts';

interface Props {
  readonly phone: Phone;
  readonly inject: (fault: ManualFault) => void;
  readonly session: () => void;
  /** Null: too many devices; then a small picture stands for the app. */
  readonly screen: RunWatch | null;
}

/** A device: the app that its user sees, its connection, and the faults that the viewer may cause. */
export const PhoneBox = memo(function PhoneBox({ phone, inject, session, screen }: Props) {
  const { device, person, tabs, visible } = phone;
  const strike = (what: DeviceFault) => inject({ at: 'device', what, device });
  return (
    <article
      className={cx(
        styles.phone,
        screen !== null && styles.real,
        !phone.plugged && styles.dark,
        phone.frozen && styles.ice,
      )}
      data-device={device}
      aria-label={device}
    >
      <header>
        <span className={own.face} data-hue={hueOf(person)} aria-hidden="true">
          {shortOf(person)}
        </span>
        <b>{device}</b>
        {tabs > 1 && <span className={styles.soft}>{counted.tabs(tabs)}</span>}
        {phone.unread > 0 && <span className={own.badge}>{phone.unread > 99 ? '99+' : phone.unread}</span>}
        <span
          className={styles.lamp}
          data-on={phone.connection === 'open' || undefined}
          data-half={phone.connection === 'opening' || undefined}
          title={phone.connection}
        />
      </header>
      <p className={own.state}>{phoneStateOf(phone)}</p>
      {screen === null ? <SmallApp phone={phone} /> : <AppOfDevice device={device} watch={screen} />}
      <footer>
        <Fault name={word('cut')} onClick={() => strike('cut')} />
        <Fault
          name={word(phone.frozen ? 'thaw' : 'freeze')}
          onClick={() => strike(phone.frozen ? 'thaw' : 'freeze')}
        />
        <Fault
          name={word(phone.plugged ? 'unplug' : 'plug')}
          onClick={() => strike(phone.plugged ? 'unplug' : 'plug')}
        />
        <Fault name={word('reload')} onClick={() => strike('reload')} />
        <Fault name={word(visible ? 'hide' : 'look')} onClick={() => strike(visible ? 'hide' : 'look')} />
        <Fault name={word('inspect')} onClick={session} />
      </footer>
    </article>
  );
}, same);

/** The list, and the chat that is open there. */
const SmallApp = ({ phone }: { readonly phone: Phone }) => (
  <>
    <ul className={own.rows}>
      {phone.rows.map((row) => (
        <li key={row.id}>
          <span className={own.face} data-hue={row.group ? 'group' : hueOf(row.name)} aria-hidden="true">
            {shortOf(row.name)}
          </span>
          <span className={own.words}>
            <b>{row.name}</b>
            <span>{row.last}</span>
          </span>
          {row.unread > 0 && <span className={own.badge}>{row.unread > 99 ? '99+' : row.unread}</span>}
        </li>
      ))}
    </ul>
    <div className={own.chat}>
      {phone.chat !== null && <h2>{phone.chat.name}</h2>}
      {phone.chat?.bubbles.map((bubble) => (
        <MessageBubble key={bubble.id} bubble={bubble} />
      ))}
    </div>
  </>
);

const MessageBubble = ({ bubble: { text, mine, waiting, note } }: { readonly bubble: Bubble }) => (
  <p className={note ? own.note : cx(own.bubble, mine && own.mine, waiting && own.waiting)}>{text}</p>
);

const Fault = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }) => (
  <button type="button" className={styles.fault} onClick={onClick}>
    {name}
  </button>
);

export function phoneStateOf(phone: Phone): string {
  const parts = [
    phone.tabs === 0
      ? word('closed')
      : phone.session === 'signedIn'
        ? word(({ open: 'legendLive', opening: 'legendHalf', lost: 'legendLost' } as const)[phone.connection])
        : word('atLogin'),
    phone.plugged ? '' : word('noNetwork'),
    phone.frozen ? word('frozen') : '',
    phone.storageFull ? word('storageFull') : '',
    phone.tabs > 0 && !phone.visible ? word('hidden') : '',
    phone.unsent > 0 ? counted.unsent(phone.unsent) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** People here have numbers rather than names. */
const shortOf = (name: string): string => /\d{1,2}$/.exec(name)?.[0] ?? initialsOf(name);

const hueOf = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? name.length) % 8;

/** Each view is a new object, but a phone mostly looks the same. */
function same(a: Props, b: Props): boolean {
  return JSON.stringify(a.phone) === JSON.stringify(b.phone);
}
