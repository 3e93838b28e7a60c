import { useEffect, useState } from 'react';
import { type Language, setLanguage } from '../../../i18n/shown.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Select } from '../../../kit/select.tsx';
import { useToasts } from '../../../kit/toaster.tsx';

/** Each language by its own name (UI-151). Until their names are loaded, only that of the page. */
export function LanguageChoice() {
  const { t, language } = useTranslation();
  const toasts = useToasts();
  const [names, setNames] = useState<Readonly<Record<Language, string>>>({});
  useEffect(() => {
    import('texts:languages').then(
      ({ LANGUAGES }) => setNames(LANGUAGES),
      () => undefined,
    );
  }, []);
  const change = async (next: Language) => {
    if (!(await setLanguage(next))) toasts.show(t('err.noNetwork'));
  };
  return (
    <Select
      small
      aria-label={t('nav.language')}
      value={language}
      onChange={(event) => void change(event.target.value)}
    >
      {Object.entries({ ...names, [language]: t('language.name') }).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
