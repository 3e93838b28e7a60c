import type { TextLanguage } from '../../kernel/texts.ts';

/** Days and clock times of the reader. */
export interface LocalTime {
  /** The zone of the times, by its IANA name. */
  readonly zone: string;
  readonly day: (ms: number) => string;
  /** `YYYY-MM-DD`, for a file name. */
  readonly date: (ms: number) => string;
  readonly clock: (ms: number) => string;
}

/** Times in a zone and a language; in UTC if the runtime does not have the zone. */
export function localTime(requestedZone: string | null, language: TextLanguage): LocalTime {
  const zone = requestedZone !== null && isZone(requestedZone) ? requestedZone : 'UTC';
  const place = { timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' } as const;
  const name = language === 'en' ? 'en-GB' : language;
  const day = new Intl.DateTimeFormat(name, { ...place, dateStyle: 'full' });
  const clock = new Intl.DateTimeFormat(name, {
    ...place,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const date = new Intl.DateTimeFormat('sv-SE', { ...place, dateStyle: 'short' });
  return {
    zone,
    date: (ms) => date.format(ms),
    day: (ms) => day.format(ms),
    clock: (ms) => clock.format(ms),
  };
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
