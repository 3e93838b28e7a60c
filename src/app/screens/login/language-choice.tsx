import { useTranslation } from 'react-i18next';
import { currentLanguage, LANGUAGES, setLanguage } from '../../i18n/index.ts';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';

/** Each language in its own words. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const names = { 'zh-CN': '中文', en: 'English' } as const;
  return (
    <SegmentedTabs
      label={t('nav.language')}
      value={currentLanguage()}
      onChange={(language) => void setLanguage(language)}
      items={LANGUAGES.map((language) => ({ key: language, label: names[language] }))}
    />
  );
}
