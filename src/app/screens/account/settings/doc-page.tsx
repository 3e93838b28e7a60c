import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useNavigate, useQuery } from '../../../kit/navigation.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Page } from '../../../kit/page.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { PATHS, pathTo } from '../../../paths/paths.ts';
import { recentEvents } from '../../../../client/browser/recent-events.ts';
import { makeReport } from '../../../../client/report/problem-report.ts';
import { Button } from '../../../kit/button.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { saveTextFile } from '../../../platform/save.ts';
import { clockTime } from '../../../shared/use-display-time.ts';
import problemReportStyles from './problem-report.module.css';
import styles from './mine.module.css';
import { folded, includesWords } from '../../../../domain/search-words.ts';

/** The app's own help articles, in the order of the page. */
const ARTICLES = ['notify', 'verify', 'unsent', 'join', 'calls', 'privacy', 'keys'] as const;

/** `/pages/mine/doc?id=` The app's own help, one article open at a time. */
export default function DocPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery();
  const [typed, setTyped] = useState('');
  const open = query.get('id');
  const searchText = folded(typed);
  const articles = ARTICLES.map((id) => ({
    id,
    title: t(`article.${id}`),
    text: t(`article.${id}.text`),
  })).filter(({ title, text }) => includesWords(`${title} ${text}`, searchText));
  const toggle = (id: string) =>
    void navigate(open === id ? PATHS.doc : pathTo('doc', { id }), { replace: true });
  return (
    <Page cards bar={<TopBar title={t('title.doc')} />}>
      <SearchField label={t('doc.search')} value={typed} onValue={setTyped} />
      {articles.length === 0 && (
        <EmptyBlock kind="found" text={t('empty.found', { keywords: typed.trim() })} />
      )}
      <div>
        {articles.map(({ id, title, text }) => (
          <article key={id} className={styles.article}>
            <h2>
              <button
                type="button"
                className={styles.articleHead}
                aria-expanded={open === id}
                aria-controls={`doc-${id}`}
                onClick={() => toggle(id)}
              >
                <span>{title}</span>
                <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </h2>
            <p id={`doc-${id}`} className={styles.articleText} hidden={open !== id}>
              {text}
            </p>
          </article>
        ))}
        {searchText === '' && <Report isOpen={open === REPORT} toggle={() => toggle(REPORT)} />}
      </div>
    </Page>
  );
}

const REPORT = 'report';

function Report({ isOpen, toggle }: { readonly isOpen: boolean; readonly toggle: () => void }) {
  const { t } = useTranslation();
  return (
    <article className={styles.article}>
      <h2>
        <button
          type="button"
          className={styles.articleHead}
          aria-expanded={isOpen}
          aria-controls="doc-report"
          onClick={toggle}
        >
          <span>{t('trouble.title')}</span>
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </h2>
      <div id="doc-report" hidden={!isOpen}>
        {isOpen && <ProblemReportPart />}
      </div>
    </article>
  );
}

/** Longest part of the file that the page shows; the file itself is complete. */
const SHOWN_CHARS = 60_000;

/** A recording of the last minutes, which the user reads and saves as a file; nothing is sent (INSP-14). */
function ProblemReportPart() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isMasked, setMasked] = useState(true);
  const [lines] = useState(() => recentEvents.lines());
  const report = useMemo(() => makeReport(lines, isMasked), [lines, isMasked]);
  if (report === null) return <p className={problemReportStyles.part}>{t('trouble.none')}</p>;
  const { text, events, chats, messages, sinceMs, untilMs, isCut } = report;
  const save = () => {
    saveTextFile('parley-problem.jsonl', text);
    toasts.show(t('trouble.saved'));
  };
  return (
    <div className={problemReportStyles.part}>
      <p>{t('trouble.what')}</p>
      <ul className={problemReportStyles.facts}>
        <li>{t('trouble.events', { count: events, from: clockTime(sinceMs), to: clockTime(untilMs) })}</li>
        <li>{t('trouble.state', { chats, messages })}</li>
        <li>{t('trouble.size', { size: Math.max(1, Math.round(text.length / 1_000)) })}</li>
        {isCut && <li>{t('trouble.cut')}</li>}
      </ul>
      <div className={problemReportStyles.mask}>
        <span>{t('trouble.mask')}</span>
        <Switch label={t('trouble.mask')} checked={isMasked} onChange={setMasked} />
      </div>
      <details className={problemReportStyles.details}>
        <summary>{t('trouble.show')}</summary>
        <pre tabIndex={0}>
          {text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}\n${t('trouble.more')}` : text}
        </pre>
      </details>
      <Button onClick={save}>{t('trouble.save')}</Button>
    </div>
  );
}
