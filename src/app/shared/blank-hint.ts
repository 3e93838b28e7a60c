import type { TFunction } from 'i18next';

/**
 * Adds a hint to the refusal of a password that begins or ends with a blank: copied ones often do, and the
 * field hides it (ACC-25).
 */
export const withBlankHint = (t: TFunction, text: string, password: string): string =>
  password === password.trim() ? text : `${text}${t('login.blankHint')}`;
