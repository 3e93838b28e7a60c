import { Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { momentLimits as limits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { failureText } from '../../shared/failure-text.ts';
import { FormSheet } from '../../kit/form-sheet.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { useLocalAddress } from '../../shared/use-address.ts';
import { pickFiles } from '../../platform/pick-files.ts';
import { type UserId, userId } from '../../../domain/ids.ts';
import type { MomentAudience } from '../../../domain/privacy.ts';
import { isUnseen } from '../../../domain/unseen.ts';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useReachableBook } from '../../shared/use-book.ts';
import { type Candidate, candidateOf } from '../conversation/selection/modes.ts';
import { Picker } from '../conversation/selection/picker.tsx';
import styles from './moments.module.css';
import { Photo } from '../../kit/photo.tsx';
import { isCommunity } from '../../../domain/config.ts';

export interface Audience {
  readonly kind: MomentAudience;
  readonly people: readonly Candidate[];
  readonly choose: (kind: MomentAudience) => void;
  readonly toggle: (one: Candidate) => void;
}

/** Begins with all friends for each post. People who are no longer friends leave the selection. */
function useAudience(): Audience {
  const { t } = useTranslation();
  const toasts = useToasts();
  const book = useReachableBook();
  const [kind, choose] = useState<MomentAudience>('friends');
  const [picks, setPicks] = useState<readonly string[]>([]);
  const people = useMemo(() => {
    const contactsById = new Map(
      book.flatMap(({ contacts }) => contacts).map((one) => [String(one.id), one]),
    );
    return picks.flatMap((id) => {
      const one = contactsById.get(id);
      return one ? [candidateOf(one)] : [];
    });
  }, [book, picks]);
  const toggle = ({ id }: Candidate) => {
    if (picks.includes(id)) setPicks(picks.filter((one) => one !== id));
    else if (people.length >= limits.audienceMax) toasts.show(t('sel.batch', { max: limits.audienceMax }));
    else setPicks([...people.map((one) => one.id), id]);
  };
  return { kind, people, choose, toggle };
}

/** The users for the action; null: all friends. */
const viewersOf = ({ kind, people }: Audience): readonly UserId[] | null =>
  kind === 'friends' ? null : kind === 'self' ? [] : people.map(({ id }) => userId(Number(id)));

/** Asks who sees the new post (MOMENT-2). */
function AudienceField({
  audience: { kind, people, choose },
  onChoosing,
}: {
  readonly audience: Audience;
  readonly onChoosing: () => void;
}) {
  const { t } = useTranslation();
  const isClosed = useStore((state) => !isCommunity(state.config));
  return (
    <div>
      <ChoiceList<MomentAudience>
        label={t('moments.audience')}
        value={kind}
        choices={[
          { value: 'friends', label: t(isClosed ? 'moments.everyone' : 'moments.friends') },
          { value: 'chosen', label: t('moments.chosen') },
          { value: 'self', label: t('moments.self') },
        ]}
        onChoose={(next) => {
          choose(next);
          if (next === 'chosen' && people.length === 0) onChoosing();
        }}
      />
      {kind === 'chosen' && (
        <div className={styles.audience}>
          <p dir="auto">
            {people.length === 0
              ? t('sel.noneChosen')
              : people.map(({ name }) => name).join(t('moments.namesJoin'))}
          </p>
          <Button small onClick={onChoosing}>
            {t('moments.choose')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The friends to choose from, above the post that is being written. */
function AudienceSheet({
  audience: { people, toggle },
  open,
  onClose,
}: {
  readonly audience: Audience;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const book = useReachableBook();
  const sections = useMemo(
    () =>
      book.map(({ letter, contacts }) => ({
        key: letter,
        title: letter,
        candidates: contacts.map((one) => candidateOf(one)),
      })),
    [book],
  );
  return (
    <Sheet open={open} onClose={onClose} title={t('moments.audience')} large>
      <div className={styles.picker}>
        <Picker sections={sections} selection={people} onToggle={toggle} empty={t('sel.noPeople')} />
        <div className={styles.pickerEnd}>
          <Button kind="primary" onClick={onClose}>
            {t('common.done')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

export function PublishSheet({
  open,
  onClose,
  onPublished,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [words, setWords] = useState('');
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const audience = useAudience();
  const [choosing, setChoosing] = useState(false);
  const add = async () => {
    const all = [...pictures, ...(await pickFiles('image/*', true))];
    setPictures(all.slice(0, limits.picturesMax));
    setProblem(all.length > limits.picturesMax ? t('moments.tooMany', { n: limits.picturesMax }) : null);
  };
  const submit = async (): Promise<string | null> => {
    if (isUnseen(words) && pictures.length === 0) {
      setProblem(t('moments.needWords'));
      return '';
    }
    if (audience.kind === 'chosen' && audience.people.length === 0) return t('sel.needOne');
    const answer = await actions.addMoment(
      words,
      pictures.map((body) => ({ name: body.name, body })),
      viewersOf(audience),
    );
    if (!answer.ok) return failureText(t, answer.reason);
    onPublished();
    return null;
  };
  return (
    <>
      <FormSheet
        open={open}
        title={t('moments.write')}
        confirm={t('moments.publish')}
        onSubmit={submit}
        onClose={onClose}
      >
        <TextArea
          label={t('moments.words')}
          rows={4}
          maxLength={limits.textMax}
          value={words}
          error={problem}
          onValue={(next) => {
            setWords(next);
            setProblem(null);
          }}
        />
        <ChosenPictures pictures={pictures} onPictures={setPictures} onAdd={() => void add()} />
        <AudienceField audience={audience} onChoosing={() => setChoosing(true)} />
      </FormSheet>
      <AudienceSheet audience={audience} open={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}

function ChosenPictures({
  pictures,
  onPictures,
  onAdd,
}: {
  readonly pictures: readonly File[];
  readonly onPictures: (pictures: readonly File[]) => void;
  readonly onAdd: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ul className={styles.chosen}>
      {pictures.map((file, i) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`}>
          <PictureChip
            file={file}
            label={t('moments.dropPicture', { i: i + 1 })}
            onDrop={() => onPictures(pictures.filter((one) => one !== file))}
          />
        </li>
      ))}
      {pictures.length < limits.picturesMax && (
        <li>
          <button
            type="button"
            className={styles.add}
            aria-label={t('moments.addPictures')}
            title={t('moments.addPictures')}
            onClick={onAdd}
          >
            <Plus size={24} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </li>
      )}
    </ul>
  );
}

function PictureChip({
  file,
  label,
  onDrop,
}: {
  readonly file: File;
  readonly label: string;
  readonly onDrop: () => void;
}) {
  const src = useLocalAddress(file);
  return (
    <div className={styles.chosenOne}>
      <Photo src={src} alt={file.name} />
      <IconButton small label={label} onClick={onDrop}>
        <X size={16} strokeWidth={2} />
      </IconButton>
    </div>
  );
}
