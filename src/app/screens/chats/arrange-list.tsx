import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import { useModeEnd } from '../../kit/use-on-top.ts';
import { schedule } from '../../platform/time.ts';
import type { Arranging } from './chat-list.tsx';
import { Archive, ArchiveRestore, BellOff, CheckCheck, Folder, GripVertical, Trash2, X } from 'lucide-react';
import { useNavigate } from '../../kit/navigation.ts';
import { foldersOf } from '../../../client/state/kept-shown.ts';
import { isInArchive } from '../../../client/state/totals.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { preferenceLimits } from '../../../domain/kept-limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Badge } from '../../kit/badge.tsx';
import { Button, IconButton } from '../../kit/button.tsx';
import { EvenList } from '../../kit/even-list.tsx';
import { usePane } from '../../kit/pane-context.ts';
import { useMenu } from '../../kit/menu.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { useRowPx } from '../../kit/use-row-px.ts';
import { PATHS } from '../../paths/paths.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import styles from './arrange.module.css';
import { markRead } from './mark-read.ts';
import { useOrder } from '../../kit/use-order.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** The most chats in a folder. */
const MOST = preferenceLimits.folderChatsMax;

/** Selects several chats (LIST-17). Announcements and notes to self cannot be selected. */
export function ChooseList({
  contacts,
  first,
  onEnd,
}: {
  readonly contacts: readonly Contact[];
  readonly first: ContactId;
  readonly onEnd: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const rowPx = useRowPx();
  const box = useRef<HTMLDivElement>(null);
  const [ids, setIds] = useState<ReadonlySet<ContactId>>(() => new Set([first]));
  useEffect(() => box.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);
  const candidates = contacts.filter(({ kind }) => kind === 'person' || kind === 'group');
  const selection = candidates.filter(({ id }) => ids.has(id));
  const toggle = (id: ContactId) => {
    const next = new Set(selection.map((one) => one.id));
    if (next.delete(id)) return setIds(next);
    if (next.size >= MOST) return toasts.show(t('select.max', { max: MOST }));
    setIds(next.add(id));
  };
  const draw = (contact: Contact) => {
    const name = contactName(t, contact);
    return (
      <label key={contact.id} className={styles.row}>
        <input type="checkbox" checked={ids.has(contact.id)} onChange={() => toggle(contact.id)} />
        <Avatar id={contact.id} name={name} src={contact.avatar} size={40} />
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <Badge count={contact.unread} muted={!contact.isNotice} />
      </label>
    );
  };
  return (
    <div className={styles.column} ref={box}>
      <div className={styles.list}>
        <EvenList data={candidates} label={t('home.list')} rowPx={rowPx}>
          {draw}
        </EvenList>
      </div>
      <Tools selection={selection} onEnd={onEnd} />
    </div>
  );
}

function Tools({ selection, onEnd }: { readonly selection: readonly Contact[]; readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const plain = useStore((state) => state.sync.plain);
  const beside = usePane() === 'list';
  const commands = useCommands(selection, onEnd);
  const away = selection.length > 0 && selection.every(isInArchive);
  const tool = (label: string, sign: ReactNode, onSelect: (at: Element) => void) => (
    <IconButton
      small={beside}
      label={label}
      disabled={selection.length === 0}
      onClick={(event) => onSelect(event.currentTarget)}
    >
      {sign}
    </IconButton>
  );
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('choose.tools')}>
      <IconButton small={beside} label={t('select.end')} onClick={onEnd}>
        <X size={22} strokeWidth={1.75} />
      </IconButton>
      <p className={styles.count} role="status">
        {t('common.selected', { count: selection.length })}
      </p>
      {tool(t('chatOp.markRead'), <CheckCheck {...icon} />, commands.read)}
      {tool(t('chatOp.mute'), <BellOff {...icon} />, commands.mute)}
      {!plain &&
        tool(
          t(away ? 'chatOp.unarchive' : 'chatOp.archive'),
          away ? <ArchiveRestore {...icon} /> : <Archive {...icon} />,
          () => commands.archive(!away),
        )}
      {!plain && tool(t('folders.add'), <Folder {...icon} />, commands.fold)}
      {tool(t('common.delete'), <Trash2 {...icon} />, () => void commands.remove())}
    </div>
  );
}

/** Actions on all selected chats; each ends the selection. */
function useCommands(selection: readonly Contact[], onEnd: () => void) {
  const { t } = useTranslation();
  const { actions, store } = useClient();
  const toasts = useToasts();
  const ask = useAsk();
  const navigate = useNavigate();
  const count = selection.length;
  const undoable = (words: string, onSelect: () => void) =>
    toasts.show(words, { action: { label: t('common.undo'), onSelect } });
  const each = (change: (contact: Contact) => unknown, of = selection) => {
    for (const contact of of) change(contact);
    onEnd();
  };
  const add = (folder: string) => {
    const folders = foldersOf(store.get());
    const into = folders.find(({ id }) => id === folder);
    const chats = [...new Set([...(into?.chats ?? []), ...selection.map(({ id }) => id)])];
    if (chats.length > MOST) return toasts.show(t('select.max', { max: MOST }));
    void actions.keepFolders(folders.map((one) => (one.id === folder ? { ...one, chats } : one)));
    toasts.show(t('choose.folded', { count, name: into?.name ?? '' }));
    onEnd();
  };
  const openFolders = useMenu(() => ({
    title: t('folders.add'),
    items: [
      ...foldersOf(store.get()).map(({ id, name }) => ({
        key: id,
        label: name,
        icon: <Folder {...icon} />,
        onSelect: () => add(id),
      })),
      {
        key: 'new',
        label: t('title.folders'),
        icon: <Folder {...icon} />,
        leads: true,
        onSelect: () => void navigate(PATHS.folders),
      },
    ],
  }));
  return {
    read: () => each((contact) => markRead(actions, contact)),
    mute: () => {
      const audible = selection.filter(({ isNotice }) => isNotice);
      each(({ id }) => actions.setNotice(id, false), audible);
      undoable(t('choose.muted', { count }), () =>
        audible.forEach(({ id }) => void actions.setNotice(id, true)),
      );
    },
    archive: (on: boolean) => {
      each(({ id }) => actions.archiveChat(id, on));
      undoable(t(on ? 'choose.archived' : 'choose.unarchived', { count }), () =>
        selection.forEach(({ id }) => void actions.archiveChat(id, !on)),
      );
    },
    fold: (at: Element) => openFolders(at),
    remove: async () => {
      const sure = await ask({
        title: t('choose.deleteTitle', { count }),
        text: t('choose.deleteText'),
        confirm: t('common.delete'),
        danger: true,
      });
      if (sure) each(({ id }) => actions.hideChat(id));
    },
  };
}

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
      void schedule(0, () => {
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
  const [announcement, setAnnouncement] = useState('');
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
    (id, place) => setAnnouncement(t('attach.movedTo', { name: nameById(id), i: place + 1, n: ids.length })),
  );
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  return (
    <div className={styles.column}>
      <p className={styles.hint}>{t('emoji.moveHint')}</p>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
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
