import { useEffect, useRef, useState } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import { useModeEnd } from '../../kit/use-on-top.ts';
import { runLater } from '../../platform/time.ts';
import type { Arranging } from './chat-list.tsx';
import { ChooseList } from './choose-list.tsx';
import { GripVertical } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button, IconButton } from '../../kit/button.tsx';
import { useOrder } from '../../kit/use-order.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { useClient } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import styles from './arrange.module.css';

/** Instead of the list of chats, until it is ended. */
export default function ArrangeList({
  contacts,
  arranging,
  onEnd,
}: {
  readonly contacts: readonly Contact[];
  readonly arranging: Arranging;
  readonly onEnd: () => void;
}) {
  useModeEnd(onEnd);
  // A keyboard user continues at the start of the list.
  useEffect(
    () => () =>
      void runLater(0, () => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('[data-chat]')?.focus();
      }),
    [],
  );
  if (arranging.what === 'order') return <PinOrder contacts={contacts} onEnd={onEnd} />;
  return <ChooseList contacts={contacts} first={arranging.first} onEnd={onEnd} />;
}

/** Pinned chats, sorted by pointer or keys (LIST-16). */
export function PinOrder({
  contacts,
  onEnd,
}: {
  readonly contacts: readonly Contact[];
  readonly onEnd: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [said, setSaid] = useState('');
  const box = useRef<HTMLUListElement>(null);
  const top = contacts.filter(({ isTop }) => isTop);
  const ids = top.map(({ id }) => id);
  const nameById = (id: string) => {
    const contact = top.find((one) => one.id === id);
    return contact ? contactName(t, contact) : '';
  };
  const order = useOrder(
    ids,
    async (front) => (await actions.orderPins([...front, ...ids.filter((id) => !front.includes(id))])).ok,
    (id, place) => setSaid(t('attach.movedTo', { name: nameById(id), i: place + 1, n: ids.length })),
  );
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  return (
    <div className={styles.column}>
      <p className={styles.hint}>{t('emoji.moveHint')}</p>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <ul className={styles.rows} ref={box} aria-label={t('chatOp.order')}>
        {order.ids.map((id) => {
          const contact = top.find((one) => one.id === id);
          if (contact === undefined) return null;
          const name = contactName(t, contact);
          return (
            <li
              key={id}
              data-place={id}
              data-dragged={order.dragged === id || undefined}
              className={styles.place}
            >
              <IconButton
                small
                className={styles.grip}
                label={t('emoji.move', { name })}
                {...order.handle(id)}
              >
                <GripVertical size={18} strokeWidth={2} />
              </IconButton>
              <Avatar id={id} name={name} src={contact.avatar} size={40} />
              <span className={styles.name} dir="auto" title={name}>
                {name}
              </span>
            </li>
          );
        })}
      </ul>
      <div className={styles.bar}>
        <Button kind="primary" className={styles.done} onClick={onEnd}>
          {t('common.done')}
        </Button>
      </div>
    </div>
  );
}
