import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { momentLimits as limits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { useClient } from '../../shared/client-context.ts';
import { failureText } from '../../shared/failure-text.ts';
import { FormSheet } from '../../kit/form-sheet.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { useLocalAddress } from '../../shared/use-address.ts';
import { pickFiles } from '../../platform/pick-files.ts';
import { AudienceField, AudienceSheet, useAudience, viewersOf } from './audience-field.tsx';
import styles from './moments.module.css';

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
    if (words.trim() === '' && pictures.length === 0) {
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
      <img src={src} alt={file.name} />
      <IconButton small label={label} onClick={onDrop}>
        <X size={16} strokeWidth={2} />
      </IconButton>
    </div>
  );
}
