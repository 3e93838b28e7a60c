import { useState } from 'react';
import { rows } from '../../../client/state/selectors.ts';
import type { Contact } from '../../../client/state/state.ts';
import type { ContactId } from '../../../domain/ids.ts';
import type { Folder } from '../../../domain/kept.ts';
import { keptLimits as limits } from '../../../domain/kept-limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { FormSheet } from '../../kit/form-sheet.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useRowPx } from '../../kit/use-row-px.ts';
import { VirtualList } from '../../kit/virtual-list.tsx';
import { nowMs } from '../../platform/time.ts';
import { useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import styles from './folders.module.css';

/** Named by the moment: a person makes one at a time. */
export const newFolder = (): Folder => ({
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
  onKeep,
  onClose,
}: {
  readonly folder: Folder | null;
  readonly onKeep: (folder: Folder) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(folder);
  const [of, setOf] = useState(folder);
  // While it closes, the old content stays visible.
  if (folder !== of) {
    setOf(folder);
    if (folder !== null) setDraft(folder);
  }
  if (draft === null) return null;
  const name = draft.name.trim();
  const submit = (): Promise<string | null> => {
    if (name === '') return Promise.resolve(t('folders.needsName'));
    onKeep({ ...draft, name });
    return Promise.resolve(null);
  };
  return (
    <FormSheet
      open={folder !== null}
      title={t(folder?.name === '' ? 'folders.new' : 'folders.edit')}
      confirm={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField
          label={t('folders.name')}
          value={draft.name}
          maxLength={limits.folderNameMax}
          autoComplete="off"
          onValue={(next) => setDraft({ ...draft, name: next })}
        />
        <Kinds draft={draft} onDraft={setDraft} />
        <SelectedChats
          chats={draft.chats}
          onToggle={(id) =>
            setDraft({
              ...draft,
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

function Kinds({ draft, onDraft }: { readonly draft: Folder; readonly onDraft: (draft: Folder) => void }) {
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
                onChange={(on) => onDraft({ ...draft, [key]: on })}
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
        onChoose={(value) => onDraft({ ...draft, muted: value === 'null' ? null : value === 'true' })}
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
