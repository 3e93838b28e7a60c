import { useState } from 'react';
import type { Contact } from '../../../../client/state/state.ts';
import { daysNow, TIMER_DAYS } from '../../../../domain/vanish.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceList } from '../../../kit/choice-list.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row } from '../../../kit/row.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { daysText } from '../timer-text.ts';
import styles from './chat-info.module.css';
import { maySetTimerIn } from './may-set-timer.ts';
import type { ChatForm } from './chat-form.ts';

/** How long messages of this chat remain; users with the permission can change it (VANISH-1, VANISH-8). */
export function TimerRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const round = useRound(open);
  const isPlain = useStore((state) => state.sync.plain);
  const may = useStore((state) => maySetTimerIn(state, contact));
  const days = daysNow(contact.timers ?? []);
  if (isPlain) return null;
  return (
    <>
      <Row
        title={t('timer.title')}
        value={daysText(t, days)}
        onPress={may ? () => setOpen(true) : undefined}
      />
      <TimerForm key={round} contact={contact} now={days} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function TimerForm({ contact, now, open, onClose }: ChatForm & { readonly now: number }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [days, setDays] = useState(now);
  return (
    <FormSheet
      open={open}
      title={t('timer.title')}
      confirm={t('common.save')}
      onClose={onClose}
      onSubmit={async () => {
        const answer = await actions.setTimer(contact.id, days);
        return answer.ok ? null : failureText(t, answer.reason);
      }}
    >
      <p className={styles.ruleHint}>{t('timer.hint')}</p>
      <ChoiceList
        label={t('timer.label')}
        value={days}
        choices={TIMER_DAYS.map((value) => ({ value, label: daysText(t, value) }))}
        onChoose={setDays}
      />
    </FormSheet>
  );
}
