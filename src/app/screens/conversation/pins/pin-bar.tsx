import { List, Pin } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import type { Contact } from '../../../../client/state/state.ts';
import type { MessageId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { cx } from '../../../kit/class-names.ts';
import type { Jump } from '../use-jump.ts';
import { type PinnedView, usePinLine } from './use-message-pins.ts';
import styles from './pins.module.css';

const PinList = lazyAside(() => import('./pin-list.tsx'));

/**
 * Pinned messages, one at a time at the top of the chat: a press scrolls to the message and then shows the
 * next older one (PINS-5).
 */
export function PinBar({
  contact,
  pins,
  onGo,
}: {
  readonly contact: Contact;
  readonly pins: readonly PinnedView[];
  readonly onGo: Jump['jumpTo'];
}) {
  const { t } = useTranslation();
  const [list, setList] = useState<'unused' | 'open' | 'closed'>('unused');
  const newest = pins[0]?.pin.id ?? null;
  const [place, setPlace] = useState<{ readonly at: MessageId | null; readonly newest: MessageId | null }>({
    at: newest,
    newest,
  });
  // A new pin is shown first.
  if (place.newest !== newest) setPlace({ at: newest, newest });
  const at = Math.max(
    0,
    pins.findIndex(({ pin }) => pin.id === place.at),
  );
  const current = pins[at];
  const { name, words } = usePinLine(contact.id, current?.message ?? null);
  if (current === undefined) return null;
  const count = pins.length;
  const press = () => {
    onGo(current.pin.msgId, 'here');
    setPlace({ at: pins[(at + 1) % count]?.pin.id ?? newest, newest });
  };
  const title = count === 1 ? t('pins.one') : t('pins.nth', { n: at + 1, count });
  return (
    <section className={styles.bar} aria-label={t('pins.title')}>
      <button type="button" className={styles.open} onClick={press}>
        <Steps at={at} count={count} />
        <Pin size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          <span className={styles.text}>
            {current.message !== null && name !== '' && (
              <span className={styles.name}>
                <bdi>{name}</bdi>:{' '}
              </span>
            )}
            <bdi>{words}</bdi>
          </span>
        </span>
      </button>
      <IconButton small label={t('pins.all')} onClick={() => setList('open')}>
        <List size={18} strokeWidth={1.75} />
      </IconButton>
      {list !== 'unused' && (
        <Suspense fallback={null}>
          <PinList
            contact={contact}
            pins={pins}
            open={list === 'open'}
            onClose={() => setList('closed')}
            onGo={(message) => {
              setList('closed');
              onGo(message, 'here');
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Position within the pins, as a line of segments; of many, only the nearby ones. */
function Steps({ at, count }: { readonly at: number; readonly count: number }) {
  if (count === 1) return null;
  const stepCount = Math.min(count, STEPS);
  const first = Math.min(Math.max(0, at - 1), count - stepCount);
  return (
    <span className={styles.steps} aria-hidden="true">
      {Array.from({ length: stepCount }, (_, step) => (
        <span key={step} className={cx(styles.step, first + step === at && styles.stepHere)} />
      ))}
    </span>
  );
}
const STEPS = 4;
