import { useState } from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import { blockedBy } from '../../../client/state/blocked.ts';
import { REPORT_REASONS, type ReportReason } from '../../../domain/report.ts';
import { reportLimits as limits } from '../../../domain/people-limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { FormSheet } from '../../kit/form-sheet.tsx';
import { Row } from '../../kit/row.tsx';
import { stillHere } from '../../kit/still-here.ts';
import { Switch } from '../../kit/switch.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { PATHS } from '../../paths/paths.ts';
import { useClient, useStore } from '../client-context.ts';
import { failureText } from '../failure-text.ts';
import styles from './report-sheet.module.css';
import type { Reporting } from './use-reporting.tsx';

/** Reports something, and blocks and leaves with it where that is chosen, in one step (REPORT-7). */
export default function ReportSheet({
  what,
  onClose,
}: {
  readonly what: Reporting;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [words, setWords] = useState('');
  const { choice, choices } = useChoices(what);
  const act = useActing(what);
  const reports = choice.report;
  const submit = async (): Promise<string | null> => {
    if (reports && reason === null) return t('report.needReason');
    return act({ ...choice, reason: reports ? reason : null, words });
  };
  return (
    <FormSheet
      open
      title={t(what.leaving ? 'ginfo.leaveTitle' : `report.${what.about.kind}`, { name: what.name })}
      confirm={t(what.leaving ? 'ginfo.leave' : 'report.send')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t(what.leaving ? 'ginfo.leaveConfirm' : 'report.hint')}</p>
      {what.leaving && choices}
      {reports && (
        <>
          <ChoiceList<ReportReason>
            label={t('report.reason')}
            value={reason}
            choices={REPORT_REASONS.map((value) => ({ value, label: t(`report.reason.${value}`) }))}
            onChoose={setReason}
          />
          <TextArea
            label={t('report.words')}
            rows={3}
            maxLength={limits.wordsMax}
            value={words}
            onValue={setWords}
          />
        </>
      )}
      {!what.leaving && choices}
    </FormSheet>
  );
}

/** Optional extra actions, one switch each. */
function useChoices({ person, group, leaving = false }: Reporting) {
  const { t } = useTranslation();
  const plain = useStore((state) => state.sync.plain);
  const isBlocked = useStore((state) => person !== undefined && blockedBy(state).has(person.id));
  const [block, setBlock] = useState(false);
  const [leave, setLeave] = useState(leaving);
  const [report, setReport] = useState(!leaving);
  // A base-protocol server supports neither blocking nor reports.
  const options = plain
    ? []
    : [
        person && !isBlocked && { on: block, set: setBlock, label: t('report.block', { name: person.name }) },
        group && !leaving && { on: leave, set: setLeave, label: t('report.leave', { name: group.name }) },
        leaving && { on: report, set: setReport, label: t('report.alsoReport') },
      ];
  return {
    choice: { block, leave, report },
    choices: (
      <div className={styles.choices}>
        {options
          .filter((one) => typeof one === 'object')
          .map(({ on, set, label }) => (
            <Row key={label} title={label} end={<Switch label={label} checked={on} onChange={set} />} />
          ))}
      </div>
    ),
  };
}

interface Acting {
  readonly reason: ReportReason | null;
  readonly words: string;
  readonly block: boolean;
  readonly leave: boolean;
}

/** Runs the actions in order: a failure is reported and skips the rest. */
function useActing({
  about,
  person,
  group,
  beside = false,
}: Reporting): (acting: Acting) => Promise<string | null> {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const navigate = useNavigate();
  return async ({ reason, words, block, leave }) => {
    const here = stillHere();
    const steps = [
      reason !== null && (() => actions.report(about, reason, words)),
      block && person && (() => actions.block(person.id, true)),
      leave && group && (() => actions.leaveGroup(group.id)),
    ].filter((step) => typeof step === 'function');
    for (const step of steps) {
      const answer = await step();
      if (!answer.ok) return failureText(t, answer.reason);
    }
    if (reason !== null) toasts.show(t('report.sent'));
    if (leave && !beside && here()) void navigate(PATHS.home, { replace: true });
    return null;
  };
}
