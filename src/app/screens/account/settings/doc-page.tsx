import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useNavigate } from '../../../kit/navigation.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Page } from '../../../kit/page.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { useQuery } from '../../../kit/use-query.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { PATHS, pathTo } from '../../../paths/paths.ts';
import { articlesIn } from './articles.ts';
import { ProblemReportPart } from './problem-report.tsx';
import styles from './mine.module.css';
import { folded, includesWords } from '../../../../domain/search-words.ts';

/** `/pages/mine/doc?id=` The app's own help, one article open at a time. */
export default function DocPage() {
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery();
  const [typed, setTyped] = useState('');
  const open = query.get('id');
  const searchText = folded(typed);
  const articles = articlesIn(language).filter(({ title, text }) =>
    includesWords(`${title} ${text}`, searchText),
  );
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
