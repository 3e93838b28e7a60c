import type { TFunction } from 'i18next';

/** A poll in one line. */
export const pollText = (t: TFunction, question: string): string => `${t('msg.poll')} ${question}`;
