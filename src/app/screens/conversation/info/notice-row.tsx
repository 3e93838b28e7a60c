import { useState } from 'react';
import type { Contact } from '../../../../client/state/state.ts';
import { textLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row } from '../../../kit/row.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { TextArea } from '../../../kit/text-area.tsx';
import { useRound } from '../../../kit/use-round.ts';
import styles from './chat-info.module.css';
import { useMay } from '../../../shared/use-may.ts';

/**
 * One line of the group's notice; the whole of it is read by all and written by those who lead (GROUP-10).
 */
export function NoticeRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'read' | 'edit' | null>(null);
  const round = useRound(open === 'edit');
  const may = useMay(contact, 'editNotice');
  const notice = contact.group?.notice ?? '';
  const press = notice !== '' ? () => setOpen('read') : may ? () => setOpen('edit') : undefined;
  return (
    <>
      <Row
        title={t('ginfo.notice')}
        detail={notice === '' ? t('ginfo.noNotice') : notice.replace(/\s+/g, ' ')}
        value={press && ''}
        onPress={press}
      />
      <Sheet open={open === 'read'} onClose={() => setOpen(null)} title={t('ginfo.notice')}>
        <p className={styles.noticeText}>{notice}</p>
        {may && (
          <div className={styles.noticeEdit}>
            <Button kind="primary" block onClick={() => setOpen('edit')}>
              {t('gman.editNotice')}
            </Button>
          </div>
        )}
      </Sheet>
      <NoticeForm key={round} contact={contact} open={open === 'edit'} onClose={() => setOpen(null)} />
    </>
  );
}

function NoticeForm({
  contact,
  open,
  onClose,
}: {
  readonly contact: Contact;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [words, setWords] = useState(contact.group?.notice ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <FormSheet
      open={open}
      title={t('ginfo.notice')}
      confirm={t('gman.publish')}
      onClose={onClose}
      onSubmit={async () => {
        if (words.trim() === '') {
          setProblem(t('gman.needNotice'));
          return '';
        }
        const answer = await actions.setGroupNotice(contact.id, words);
        return answer.ok ? null : failureText(t, answer.reason);
      }}
    >
      <TextArea
        label={t('ginfo.notice')}
        hint={t('gman.noticeHint')}
        rows={6}
        maxLength={textLimits.messageMax}
        value={words}
        error={problem}
        onValue={(next) => {
          setWords(next);
          setProblem(null);
        }}
      />
    </FormSheet>
  );
}
