import type { TFunction } from 'i18next';
import type { GoneWhy } from '../../client/state/effects.ts';

const TEXT = {
  removed: 'err.removedFromGroup',
  left: 'err.leftGroup',
  dissolved: 'err.groupDissolved',
  unfriended: 'err.unfriended',
  gone: 'err.chatGone',
} as const satisfies Readonly<Record<GoneWhy, string>>;

/** The reason why a chat is gone, with its name if known. */
export const removalText = (
  t: TFunction,
  { name, why }: { readonly name: string; readonly why: GoneWhy },
): string => (name === '' ? t(TEXT[why]) : t('err.goneWithName', { name, why: t(TEXT[why]) }));
