import { PinOff } from 'lucide-react';
import type { Contact } from '../../../../client/state/state.ts';
import type { MsgId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { IconButton } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { type PinnedView, useMayPin, usePinLine } from './use-message-pins.ts';
import excerpt from '../excerpt.module.css';
import styles from './pins.module.css';

/**
 * All pinned messages, newest first; each links to its place, and users with the permission can unpin
 * (PINS-5).
 */
export default function PinList({
  contact,
  pins,
  open,
  onClose,
  onGo,
}: {
  readonly contact: Contact;
  readonly pins: readonly PinnedView[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onGo: (message: MsgId) => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const may = useMayPin(contact);
  return (
    <Sheet open={open} onClose={onClose} title={t('pins.title')}>
      <ul className={styles.rows}>
        {pins.map((view) => (
          <li key={view.pin.id} className={styles.row}>
            <PinRow chat={contact.id} view={view} onGo={() => onGo(view.pin.msgId)} />
            {may && (
              <IconButton
                small
                label={t('pins.unpin')}
                onClick={() => void actions.pinMessage(contact.id, view.pin.id, false)}
              >
                <PinOff size={18} strokeWidth={1.75} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function PinRow({
  chat,
  view: { message },
  onGo,
}: {
  readonly chat: Contact['id'];
  readonly view: PinnedView;
  readonly onGo: () => void;
}) {
  const { name, words } = usePinLine(chat, message);
  return (
    <button type="button" className={styles.rowOpen} onClick={onGo}>
      {message !== null && name !== '' && (
        <Avatar id={message.from.id} name={name} src={message.from.avatar} size={40} />
      )}
      <span className={excerpt.words}>
        {message !== null && (
          <span className={excerpt.head}>
            <span className={excerpt.name} dir="auto">
              {name}
            </span>
            <time>{fullTime(message.sentAtMs)}</time>
          </span>
        )}
        <span className={excerpt.text} dir="auto">
          {words}
        </span>
      </span>
    </button>
  );
}
