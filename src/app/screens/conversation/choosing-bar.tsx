import { Copy, Forward, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import type { Contact } from '../../../client/state/state.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { copyText } from '../../kit/copy-text.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { useModeEnd } from '../../kit/use-on-top.ts';
import styles from './choosing.module.css';
import type { TimelineRow } from './timeline.ts';
import { menuOf } from './menu-rules.ts';
import { copiedText, haveWords } from './copied-text.ts';
import type { Choosing } from './use-choosing.ts';
import { useCopiedNames } from './use-copied-names.ts';
import { selectionPath } from '../../paths/paths.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Replaces the message box while messages are selected: their count, and the possible actions. */
export function ChoosingBar({
  contact,
  choosing,
}: {
  readonly contact: Contact;
  readonly choosing: Choosing;
}) {
  const { t } = useTranslation();
  const { rows, end } = choosing;
  const count = rows.length;
  useModeEnd(end);
  const { copies, forwards, deletes, copy, forward, remove } = useChosenCommands(contact, choosing);
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('select.tools')}>
      <div className={styles.inner}>
        <IconButton label={t('select.end')} onClick={end}>
          <X size={22} strokeWidth={1.75} />
        </IconButton>
        <p className={styles.count} role="status">
          {t('common.selected', { count })}
        </p>
        <Tool
          label={t('menu.copy')}
          icon={<Copy {...icon} />}
          disabled={!copies}
          onPress={() => void copy()}
        />
        <Tool
          label={t('menu.forward')}
          icon={<Forward {...icon} />}
          disabled={count === 0 || forwards < count}
          onPress={forward}
        />
        <Tool
          danger
          label={t('menu.delete')}
          icon={<Trash2 {...icon} />}
          disabled={count === 0 || deletes < count}
          onPress={() => void remove()}
        />
      </div>
    </div>
  );
}

const Tool = ({
  label,
  icon: sign,
  danger = false,
  disabled,
  onPress,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  readonly disabled: boolean;
  readonly onPress: () => void;
}) => (
  <Button
    small
    {...(danger && { kind: 'danger' as const })}
    className={styles.tool}
    disabled={disabled}
    icon={sign}
    onClick={onPress}
  >
    {label}
  </Button>
);

/** Actions on all selected messages, and the number of messages that each applies to. */
function useChosenCommands(contact: Contact, { rows, end }: Choosing) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const mayDelete = useStore((state) => state.config.chatInfo.dbDelMsg);
  const navigate = useNavigate();
  const toasts = useToasts();
  const ask = useAsk();
  const names = useCopiedNames();
  const forwards = rows.filter((row) => allows(row, 'forward', mayDelete));
  const deletes = rows.filter((row) => allows(row, 'delete', mayDelete));
  const forward = () => {
    const ids = forwards.map((row) => row.message?.msgId ?? 0).join(',');
    void navigate(selectionPath('forward', { contact_id: contact.id, msg_id: ids }));
    end();
  };
  const copy = async () => {
    if (await copyText(copiedText(rows, names()))) toasts.show(t('common.copied'));
    end();
  };
  const remove = async () => {
    if (
      !(await ask({
        title: t('select.deleteTitle', { count: deletes.length }),
        text: t('select.deleteText'),
        confirm: t('chat.deleteAction'),
        danger: true,
      }))
    )
      return;
    let failed = 0;
    for (const row of deletes) if (!(await actions.remove(row.key)).ok) failed += 1;
    if (failed > 0) toasts.show(t('select.deletedPart', { count: failed }));
    end();
  };
  return {
    copies: haveWords(rows),
    forwards: forwards.length,
    deletes: deletes.length,
    copy,
    forward,
    remove,
  };
}

/** The menu of each message decides which actions all of them share. */
const allows = (row: TimelineRow, item: 'forward' | 'delete', mayDelete: boolean): boolean =>
  row.message !== null &&
  menuOf({
    mine: row.own,
    type: row.message.type,
    delivery: 'sent',
    numbered: row.message.msgId > 0,
    inGroup: false,
    role: null,
    ageSec: 0,
    redoTimeSec: 0,
    mayEdit: false,
    pinning: null,
    sharesReceipts: false,
    mayReact: false,
    mayRemind: false,
    mayMark: false,
    previewed: false,
    reacted: false,
    poll: isPoll(row.message.extra),
    mayClose: false,
    mayReport: false,
    mayDelete,
    threading: null,
    linkable: false,
    mayChoose: true,
    maySpeak: false,
  }).includes(item);
