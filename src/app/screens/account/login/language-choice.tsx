import { type Language, LANGUAGES, setLanguage } from '../../../i18n/shown.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { useToasts } from '../../../kit/toaster.tsx';

/** Each language by its own name. */
export function LanguageChoice() {
  const { t, language: shown } = useTranslation();
  const toasts = useToasts();
  const change = async (language: Language) => {
    if (!(await setLanguage(language))) toasts.show(t('err.noNetwork'));
  };
  const names = { 'zh-CN': '中文', en: 'English' } as const;
  return (
    <SegmentedTabs
      label={t('nav.language')}
      value={shown}
      onChange={(language) => void change(language)}
      items={LANGUAGES.map((language) => ({ key: language, label: names[language] }))}
    />
  );
}
