import type { ReactNode } from 'react';
import { alertWords } from '../../../../client/state/kept-shown.ts';
import { alertLimits as limits } from '../../../../domain/kept-limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row } from '../../../kit/row.tsx';
import { TextArea } from '../../../kit/text-area.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { removeRefused, useTypedForm } from '../../../shared/refused-preferences.ts';
import { useEdits } from '../../../shared/use-edits.ts';

/** The user's own words that count as mentions, for chats that notify on mentions only (ALERT-4). */
export function AlertWordsRow({ sign }: { readonly sign?: ReactNode }) {
  const { t } = useTranslation();
  const words = useStore(alertWords);
  const { isOpen, open, close } = useTypedForm('alerts');
  const round = useRound(isOpen);
  return (
    <>
      <Row
        sign={sign}
        title={t('alert.words')}
        detail={t('alert.wordsHint')}
        value={words.length === 0 ? '' : String(words.length)}
        onPress={open}
      />
      <WordsForm key={round} words={words} open={isOpen} onClose={close} />
    </>
  );
}

function WordsForm({
  words,
  open,
  onClose,
}: {
  readonly words: readonly string[];
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  // Words from another device appear in the open form until the user types (KEPT-2).
  const { refused } = useTypedForm('alerts');
  const first = refused === null ? {} : { words: refused.value.words.join('\n') };
  const { values, changes, set, save } = useEdits({ words: words.join('\n') }, 0, first);
  return (
    <FormSheet
      open={open}
      title={t('alert.words')}
      confirm={t('common.save')}
      problem={refused?.reason}
      onClose={onClose}
      onSubmit={async () => {
        if (changes.words === undefined) return null;
        const lines = changes.words.split('\n').map((line) => line.trim());
        const next = [...new Set(lines.filter((line) => line !== ''))];
        if (next.length > limits.wordsMax) return t('alert.wordsMany', { max: limits.wordsMax });
        if (next.some((word) => word.length > limits.wordMax))
          return t('alert.wordLong', { max: limits.wordMax });
        return save(() => {
          removeRefused('alerts');
          return actions.keepAlertWords(next);
        });
      }}
    >
      <TextArea
        label={t('alert.wordsLabel')}
        value={values.words}
        rows={6}
        onValue={(next) => set({ words: next })}
      />
    </FormSheet>
  );
}
