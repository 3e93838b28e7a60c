import { useState } from 'react';
import type { ScheduledMessage } from '../../../../domain/later.ts';
import { toPlain } from '../../../../domain/markup.ts';
import { mentionsIn } from '../../../../domain/mention-names.ts';
import { EMPTY_DRAFT } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextArea } from '../../../kit/text-area.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';

/** Edits the text of a scheduled message as it was typed; its mentions stay (LATER-3). */
export function WordsSheet({
  row,
  onClose,
}: {
  readonly row: ScheduledMessage | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const first = row === null ? '' : toPlain(row.content);
  const [held, setHeld] = useState({ id: row?.id, text: first });
  if (row !== null && held.id !== row.id) setHeld({ id: row.id, text: first });
  const save = async (): Promise<string | null> => {
    if (row === null || held.text === first) return null;
    const mentions = mentionsIn(row.extra);
    const at = row.at.map((id) => mentions.find((one) => one.id === id) ?? { id, name: '' });
    const draft = { ...EMPTY_DRAFT, text: held.text, at };
    const answer = await actions.changeScheduled(row.id, { draft });
    return answer.ok ? null : failureText(t, answer.reason);
  };
  const close = () => {
    setHeld({ id: undefined, text: '' });
    onClose();
  };
  return (
    <FormSheet
      open={row !== null}
      title={t('later.edit')}
      confirm={t('common.save')}
      onSubmit={save}
      onClose={close}
    >
      <TextArea
        label={t('later.words')}
        rows={4}
        value={held.text}
        onValue={(text) => setHeld({ id: held.id, text })}
      />
    </FormSheet>
  );
}
