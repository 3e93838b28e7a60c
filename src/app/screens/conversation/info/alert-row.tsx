import { useState } from 'react';
import type { Contact } from '../../../../client/state/state.ts';
import { ALERT_LEVELS, type AlertLevel, alertOf, levelOf, quietUntil } from '../../../../domain/alert.ts';
import { QUIET_LENGTHS, quietEnd, type QuietLength } from '../../../../domain/quiet.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceList } from '../../../kit/choice-list.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row } from '../../../kit/row.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { localZone, nowMs } from '../../../platform/time.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { lengthText } from '../../../shared/quiet-lengths.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import type { ChatForm } from './chat-form.ts';

/** Notification level of this chat, and its end (ALERT-1, ALERT-3). */
export function AlertRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const round = useRound(open);
  const alert = contact.quiet ?? contact.isNotice;
  const untilMs = quietUntil(alert);
  return (
    <>
      <Row
        title={t('alert.title')}
        detail={untilMs === null ? undefined : t('alert.until', { time: fullTime(untilMs) })}
        value={t(`alert.${levelOf(alert)}`)}
        onPress={() => setOpen(true)}
      />
      <AlertForm key={round} contact={contact} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function AlertForm({ contact, open, onClose }: ChatForm) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const isPlain = useStore((state) => state.sync.plain);
  const now = contact.quiet ?? contact.isNotice;
  const untilMs = quietUntil(now);
  const [level, setLevel] = useState<AlertLevel>(levelOf(now));
  // No length is preselected if an end is set: that end stays.
  const [length, setLength] = useState<QuietLength | null>(untilMs === null ? 'always' : null);
  return (
    <FormSheet
      open={open}
      title={t('alert.title')}
      confirm={t('common.save')}
      onClose={onClose}
      onSubmit={async () => {
        const at = nowMs();
        const end = length === null ? untilMs : quietEnd(length, at, localZone);
        await actions.setNotice(contact.id, alertOf(level, end));
        return null;
      }}
    >
      <ChoiceList
        label={t('alert.what')}
        value={level}
        choices={ALERT_LEVELS.filter((one) => !isPlain || one !== 'mentions').map((value) => ({
          value,
          label: t(`alert.${value}`),
        }))}
        onChoose={setLevel}
      />
      {level !== 'all' && !isPlain && (
        <ChoiceList
          label={t('alert.howLong')}
          value={length}
          choices={QUIET_LENGTHS.map((value) => ({ value, label: lengthText(t, value) }))}
          onChoose={setLength}
        />
      )}
    </FormSheet>
  );
}
