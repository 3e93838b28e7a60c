import 'i18next';
import type { AppTexts } from '../../locales/keys.ts';

/** `t` takes only keys that exist; English has every plural form, so it names them. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    keySeparator: false;
    nsSeparator: false;
    returnNull: false;
    resources: { translation: AppTexts };
  }
}
