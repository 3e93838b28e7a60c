import { isolatedIn } from '../../domain/isolates.ts';
import { fileSize } from '../../domain/media.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { localeOf } from './use-display-time.ts';

/** Formats the size of a file with the decimal mark and the units of the language (MEDIA-2). */
export function useSizeText(): (bytes: number) => string {
  const { t, language } = useTranslation();
  return (bytes) => {
    const { value, unit, decimals } = fileSize(bytes);
    const form = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
    const n = new Intl.NumberFormat(localeOf(language), form).format(value);
    return isolatedIn(language, t(`size.${unit}`, { n }));
  };
}
