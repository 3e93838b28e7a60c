import { useEffect, useState } from 'react';
import { type Language, LANGUAGES, setLanguage } from '../../../i18n/shown.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { readSetting, writeSetting } from '../../../platform/settings.ts';
import styles from './frame.module.css';

const OFFERED = 'english-offered';

/** Each language by its own name; a browser in English is offered English once, in English (UI-151). */
export function LanguageChoice() {
  const { t, language: current } = useTranslation();
  const toasts = useToasts();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    const isNew = readSetting('language') === null && readSetting(OFFERED) === null;
    if (!isNew || !/^en\b/i.test(navigator.language)) return;
    writeSetting(OFFERED, '1');
    // oxlint-disable-next-line react/set-state-in-effect -- the page of the first answer does not know the browser
    setOffered(true);
  }, []);
  const change = async (language: Language) => {
    if (!(await setLanguage(language))) toasts.show(t('err.noNetwork'));
  };
  const names = { 'zh-CN': '中文', en: 'English' } as const;
  return (
    <>
      {isOffered && current !== 'en' && (
        <Button kind="quiet" small className={styles.offer} onClick={() => void change('en')}>
          <span lang="en">Read this in English</span>
        </Button>
      )}
      <SegmentedTabs
        label={t('nav.language')}
        value={current}
        onChange={(language) => void change(language)}
        items={LANGUAGES.map((language) => ({ key: language, label: names[language] }))}
      />
    </>
  );
}
