import { isZone } from '../../domain/zone-clock-adapter.ts';
import type { Language } from '../i18n/index.ts';
import { localeOf } from './use-display-time.ts';

/** The name of a time zone as the user reads it: "America/New York". */
export const zoneText = (zone: string): string => zone.replaceAll('_', ' ');

/** Weekday and time in a zone; null if this browser does not have the zone. */
export function timeIn(zone: string, language: Language, atMs: number): string | null {
  if (!isZone(zone)) return null;
  const form = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(localeOf(language), { ...form, timeZone: zone }).format(atMs);
}

/** The zones that a form offers: that of this device first, then all that the browser lists. */
export function zonesFor(here: string | undefined, present: string): readonly string[] {
  const listed = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  // Browsers list a zone under one of its names only, and the server may have another one.
  const others = [...listed, 'UTC', present].filter((zone) => zone !== '').toSorted();
  return [...new Set([...(here === undefined ? [] : [here]), ...others])];
}
