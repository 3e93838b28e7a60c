import { useState } from 'react';
import type { GroupMember } from '../../../client/interface/client.ts';
import type { Mute } from '../../../client/interface/account.ts';
import type { Contact } from '../../../client/state/state.ts';
import { groupLimits as limits } from '../../platform/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { useClient } from '../../shared/client-context.ts';
import { failureText } from '../../shared/failure-text.ts';
import { FormSheet } from '../../kit/form-sheet.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useRound } from '../../kit/use-round.ts';

const OPTIONS = [1, 2, 3, 4] as const;
type Chosen = (typeof OPTIONS)[number] | 'days';

interface MuteProps {
  readonly contact: Pick<Contact, 'id'>;
  readonly member: GroupMember;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Length of a mute: the fixed times, or a number of days (ROLE-6). */
export function MuteSheet(props: MuteProps) {
  const round = useRound(props.open);
  return round === 0 ? null : <MuteForm key={round} {...props} />;
}

function MuteForm({ contact, member, open, onClose, onChanged }: MuteProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [choice, setChoice] = useState<Chosen>(1);
  const [days, setDays] = useState('2');
  const [problem, setProblem] = useState<string | null>(null);
  const name = member.displayName;
  const submit = async (): Promise<string | null> => {
    const mute = muteOf(choice, days);
    if (mute === null) {
      setProblem(t('gmem.daysRange', { max: limits.muteDaysMax }));
      return '';
    }
    const answer = await actions.muteMember(contact.id, member.user, mute);
    if (!answer.ok) return failureText(t, answer.reason);
    toasts.show(t('gmem.muteSet', { name }));
    onChanged();
    return null;
  };
  return (
    <FormSheet
      open={open}
      title={t('gmem.muteTitle', { name })}
      confirm={t('gmem.mute')}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceList<Chosen>
        label={t('gmem.howLong')}
        value={choice}
        choices={[
          ...OPTIONS.map((value) => ({ value, label: t(`gmem.for${value}`) })),
          { value: 'days', label: t('gmem.forDays') },
        ]}
        onChoose={setChoice}
      />
      {choice === 'days' && (
        <TextField
          label={t('gmem.days')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={days}
          error={problem}
          hint={t('gmem.daysRange', { max: limits.muteDaysMax })}
          onValue={(next) => {
            setDays(next);
            setProblem(null);
          }}
        />
      )}
    </FormSheet>
  );
}

function muteOf(choice: Chosen, typed: string): Mute | null {
  if (choice !== 'days') return { option: choice };
  const days = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return days >= 1 && days <= limits.muteDaysMax ? { days } : null;
}
