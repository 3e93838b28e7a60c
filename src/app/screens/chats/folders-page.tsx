import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { foldersOf } from '../../../client/state/kept-shown.ts';
import type { Answer } from '../../../client/interface/client.ts';
import type { Folder } from '../../../domain/kept.ts';
import { preferenceLimits as limits } from '../../../domain/kept-limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { Page } from '../../kit/page.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { updateRefused, useTypedForm } from '../../shared/refused-preferences.ts';
import { useEdits } from '../../shared/use-edits.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { rows } from '../../../client/state/selectors.ts';
import type { Contact } from '../../../client/state/state.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { FormSheet } from '../../kit/form-sheet.tsx';
import { useRound } from '../../kit/use-round.ts';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useRowPx } from '../../kit/use-row-px.ts';
import { VirtualList } from '../../kit/virtual-list.tsx';
import { readOwn, writeOwn } from '../../platform/settings.ts';
import { nowMs } from '../../platform/time.ts';
import { contactName } from '../../shared/contact-name.ts';
import styles from './folders.module.css';

/** Named by the moment: a person makes one at a time. */
const newFolder = (): Folder => ({
  id: nowMs().toString(36),
  name: '',
  people: false,
  groups: false,
  unread: false,
  muted: null,
  chats: [],
});

/** Edits the rules of a folder and its individual chats (FOLDER-1). */
export function FolderSheet({
  folder,
  refused,
  problem,
  onKeep,
  onClose,
}: {
  readonly folder: Folder | null;
  /** The same folder as the server refused it, and the reason. */
  readonly refused?: Folder | undefined;
  readonly problem?: string | undefined;
  readonly onKeep: (folder: Folder) => Answer;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [folders, setFolders] = useState(folder);
  // While it closes, the old content stays visible.
  if (folder !== null && folder !== folders) setFolders(folder);
  const form = useEdits(folder ?? folders ?? newFolder(), 0, refused);
  if (folders === null) return null;
  const { values: draft, set: setDraft } = form;
  const name = draft.name.trim();
  const submit = (): Promise<string | null> =>
    name === '' ? Promise.resolve(t('folders.needsName')) : form.save(() => onKeep({ ...draft, name }));
  return (
    <FormSheet
      open={folder !== null}
      title={t(folder?.name === '' ? 'folders.new' : 'folders.edit')}
      confirm={t('common.save')}
      problem={refused && problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField
          label={t('folders.name')}
          value={draft.name}
          maxLength={limits.folderNameMax}
          autoComplete="off"
          onValue={(next) => setDraft({ name: next })}
        />
        <Kinds draft={draft} onDraft={setDraft} />
        <SelectedChats
          chats={draft.chats}
          onToggle={(id) =>
            setDraft({
              chats: draft.chats.includes(id)
                ? draft.chats.filter((one) => one !== id)
                : [...draft.chats, id].slice(0, limits.folderChatsMax),
            })
          }
        />
      </div>
    </FormSheet>
  );
}

function Kinds({
  draft,
  onDraft,
}: {
  readonly draft: Folder;
  readonly onDraft: (part: Partial<Folder>) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <RowList>
        {(['people', 'groups', 'unread'] as const).map((key) => (
          <Row
            key={key}
            title={t(`folders.${key}`)}
            end={
              <Switch
                label={t(`folders.${key}`)}
                checked={draft[key]}
                onChange={(on) => onDraft({ [key]: on })}
              />
            }
          />
        ))}
      </RowList>
      <ChoiceList
        label={t('folders.sound')}
        value={String(draft.muted)}
        choices={[
          { value: 'null', label: t('folders.either') },
          { value: 'false', label: t('folders.heard') },
          { value: 'true', label: t('folders.muted') },
        ]}
        onChoose={(value) => onDraft({ muted: value === 'null' ? null : value === 'true' })}
      />
    </>
  );
}

/** All chats, in any number, each with a checkbox. */
function SelectedChats({
  chats,
  onToggle,
}: {
  readonly chats: readonly ContactId[];
  readonly onToggle: (id: ContactId) => void;
}) {
  const { t } = useTranslation();
  const all = useStore(rows);
  const rowPx = useRowPx();
  const draw = (contact: Contact) => {
    const name = contactName(t, contact);
    const isIn = chats.includes(contact.id);
    return (
      <label key={contact.id} className={styles.chat}>
        <Avatar id={contact.id} name={name} src={contact.avatar} size={40} />
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <input type="checkbox" data-row checked={isIn} onChange={() => onToggle(contact.id)} />
      </label>
    );
  };
  return (
    <fieldset className={styles.chosen}>
      <legend className={styles.legend}>{t('folders.chosen', { count: chats.length })}</legend>
      <VirtualList flows data={all} label={t('folders.chats')} itemPx={rowPx}>
        {draw}
      </VirtualList>
    </fieldset>
  );
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const SAVED = 'folders-saved';

/** Notes a folder that this device saved. `isFirst`: no earlier one is on its way. */
function noteSaved(id: string, isFirst: boolean): void {
  const others = isFirst ? [] : savedIds().filter((one) => one !== id);
  writeOwn(SAVED, [...others, id].slice(-limits.foldersMax).join(' '));
}
const savedIds = (): readonly string[] => (readOwn(SAVED) ?? '').split(' ');

/** The form of a folder: opened by a press, or with what the server refused (SEND-25). */
function useFolderForm() {
  const { actions, store } = useClient();
  const folders = useStore(foldersOf);
  const [edited, setEdited] = useState<Folder | null>(null);
  const { refused, isOpen, close } = useTypedForm('folders');
  const waiting = (refused?.value.list ?? []).filter(({ id }) => savedIds().includes(id));
  const selection = edited ?? (isOpen ? (waiting[0] ?? null) : null);
  // Changes by other devices reach the open form.
  const folder = selection && (folders.find(({ id }) => id === selection.id) ?? selection);
  return {
    key: useRound(folder?.id ?? ''),
    folder,
    refused: waiting.find(({ id }) => id === folder?.id),
    problem: refused?.reason,
    edit: setEdited,
    onClose: () => {
      setEdited(null);
      close();
    },
    onKeep: (next: Folder) => {
      noteSaved(next.id, !store.get().pending.keep.has('folders'));
      updateRefused('folders', { value: { list: waiting.filter(({ id }) => id !== next.id) } });
      const isNew = folders.every(({ id }) => id !== next.id);
      const list = folders.map((one) => (one.id === next.id ? next : one));
      return actions.keepFolders(isNew ? [...folders, next] : list);
    },
  };
}

/** `/pages/mine/folders` Creates, renames, sorts and deletes folders (FOLDER-4). */
export default function FoldersPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const folders = useStore(foldersOf);
  const { key, edit, ...form } = useFolderForm();
  const keep = (list: readonly Folder[]) => actions.keepFolders(list);
  const move = (at: number, by: 1 | -1) => {
    const [one, rest] = [folders[at], folders.filter((_, index) => index !== at)];
    if (one) void keep([...rest.slice(0, at + by), one, ...rest.slice(at + by)]);
  };
  const remove = async (folder: Folder) => {
    const sure = await ask({
      title: t('folders.deleteTitle', { name: folder.name }),
      text: t('folders.deleteText'),
      confirm: t('common.delete'),
      danger: true,
    });
    if (sure) void keep(folders.filter(({ id }) => id !== folder.id));
  };
  const isFull = folders.length >= limits.foldersMax;
  const create = (
    <Button kind="primary" disabled={isFull} onClick={() => edit(newFolder())}>
      {t('folders.new')}
    </Button>
  );
  return (
    <Page cards bar={<TopBar title={t('title.folders')} />}>
      {folders.length === 0 ? (
        <EmptyBlock text={t('folders.none')} action={create} />
      ) : (
        <>
          <RowList>
            {folders.map((folder, at) => (
              <FolderRow
                key={folder.id}
                folder={folder}
                isFirst={at === 0}
                isLast={at === folders.length - 1}
                onOpen={() => edit(folder)}
                onMove={(by) => move(at, by)}
                onDelete={() => void remove(folder)}
              />
            ))}
          </RowList>
          <div>{create}</div>
        </>
      )}
      <FolderSheet key={key} {...form} />
    </Page>
  );
}

function FolderRow({
  folder: { name },
  isFirst,
  isLast,
  onOpen,
  onMove,
  onDelete,
}: {
  readonly folder: Folder;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onOpen: () => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onDelete: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Row
      title={
        <button type="button" className={styles.open} onClick={onOpen}>
          {name}
        </button>
      }
      end={
        <span className={styles.ends}>
          <IconButton small disabled={isFirst} label={t('folders.up', { name })} onClick={() => onMove(-1)}>
            <ArrowUp {...icon} />
          </IconButton>
          <IconButton small disabled={isLast} label={t('folders.down', { name })} onClick={() => onMove(1)}>
            <ArrowDown {...icon} />
          </IconButton>
          <IconButton small label={t('folders.delete', { name })} onClick={onDelete}>
            <Trash2 {...icon} />
          </IconButton>
        </span>
      }
    />
  );
}
