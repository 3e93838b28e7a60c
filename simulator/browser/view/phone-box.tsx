import { memo } from 'react';
import { cx } from '../../../src/app/kit/class-names.ts';
import { initialsOf } from '../../../src/domain/initials.ts';
import type { Bubble, DeviceFault, ManualFault, Phone } from '../view-types.ts';
import own from './phone.module.css';
import styles from './view.module.css';

interface Props {
  readonly phone: Phone;
  readonly hand: (hand: ManualFault) => void;
  readonly session: () => void;
}

/** Small, but it is what the person would see: the list, and the chat that is open. */
export const PhoneBox = memo(function PhoneBox({ phone, hand, session }: Props) {
  const { device, person, tabs, visible } = phone;
  const strike = (what: DeviceFault) => hand({ at: 'device', what, device });
  return (
    <article
      className={cx(styles.phone, !phone.plugged && styles.dark, phone.frozen && styles.ice)}
      data-device={device}
      aria-label={device}
    >
      <header>
        <span className={own.face} data-hue={hueOf(person)} aria-hidden="true">
          {shortOf(person)}
        </span>
        <b>{device}</b>
        {tabs > 1 && <span className={styles.soft}>{`${tabs} tabs`}</span>}
        {phone.unread > 0 && <span className={own.badge}>{phone.unread > 99 ? '99+' : phone.unread}</span>}
        <span
          className={styles.lamp}
          data-on={phone.connection === 'open' || undefined}
          data-half={phone.connection === 'opening' || undefined}
          title={phone.connection}
        />
      </header>
      <p className={own.state}>{stateOf(phone)}</p>
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
          <Said key={bubble.id} bubble={bubble} />
        ))}
      </div>
      <footer>
        <Fault name="Cut" run={() => strike('cut')} />
        <Fault name={phone.frozen ? 'Thaw' : 'Freeze'} run={() => strike(phone.frozen ? 'thaw' : 'freeze')} />
        <Fault
          name={phone.plugged ? 'Unplug' : 'Plug in'}
          run={() => strike(phone.plugged ? 'unplug' : 'plug')}
        />
        <Fault name="Reload" run={() => strike('reload')} />
        <Fault name={visible ? 'Hide' : 'Show'} run={() => strike(visible ? 'hide' : 'look')} />
        <Fault name="Inspect" run={session} />
      </footer>
    </article>
  );
}, same);

const Said = ({ bubble: { text, mine, waiting, note } }: { readonly bubble: Bubble }) => (
  <p className={note ? own.note : cx(own.bubble, mine && own.mine, waiting && own.waiting)}>{text}</p>
);

const Fault = ({ name, run }: { readonly name: string; readonly run: () => void }) => (
  <button type="button" className={styles.fault} onClick={run}>
    {name}
  </button>
);

function stateOf(phone: Phone): string {
  const parts = [
    phone.tabs === 0
      ? 'closed'
      : phone.session === 'signedIn'
        ? { open: 'connected', opening: 'connecting', lost: 'not connected' }[phone.connection]
        : 'at the login page',
    phone.plugged ? '' : 'no network',
    phone.frozen ? 'frozen' : '',
    phone.storageFull ? 'storage full' : '',
    phone.tabs > 0 && !phone.visible ? 'hidden' : '',
    phone.unsent > 0 ? `${phone.unsent} unsent` : '',
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
