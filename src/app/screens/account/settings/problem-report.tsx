import { useMemo, useState } from 'react';
import { recentEvents } from '../../../../client/browser/recent-events.ts';
import { makeReport } from '../../../../client/report/problem-report.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { saveTextFile } from '../../../platform/save.ts';
import { clockTime } from '../../../shared/use-display-time.ts';
import styles from './problem-report.module.css';

/** Longest part of the file that the page shows; the file itself is complete. */
const SHOWN_CHARS = 60_000;

/** A recording of the last minutes, which the user reads and saves as a file; nothing is sent (INSP-14). */
export function ProblemReportPart() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isMasked, setMasked] = useState(true);
  const [lines] = useState(() => recentEvents.lines());
  const report = useMemo(() => makeReport(lines, isMasked), [lines, isMasked]);
  if (report === null) return <p className={styles.part}>{t('trouble.none')}</p>;
  const { text, events, chats, messages, sinceMs, untilMs, isCut } = report;
  const save = () => {
    saveTextFile('parley-problem.jsonl', text);
    toasts.show(t('trouble.saved'));
  };
  return (
    <div className={styles.part}>
      <p>{t('trouble.what')}</p>
      <ul className={styles.facts}>
        <li>{t('trouble.events', { count: events, from: clockTime(sinceMs), to: clockTime(untilMs) })}</li>
        <li>{t('trouble.state', { chats, messages })}</li>
        <li>{t('trouble.size', { size: Math.max(1, Math.round(text.length / 1_000)) })}</li>
        {isCut && <li>{t('trouble.cut')}</li>}
      </ul>
      <div className={styles.mask}>
        <span>{t('trouble.mask')}</span>
        <Switch label={t('trouble.mask')} checked={isMasked} onChange={setMasked} />
      </div>
      <details className={styles.details}>
        <summary>{t('trouble.show')}</summary>
        <pre tabIndex={0}>
          {text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}\n${t('trouble.more')}` : text}
        </pre>
      </details>
      <Button onClick={save}>{t('trouble.save')}</Button>
    </div>
  );
}
