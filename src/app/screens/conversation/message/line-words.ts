import type { TFunction } from 'i18next';
import type { GroupLine } from '../../../../domain/group-lines.ts';
import { slowText } from '../../../shared/slow-text.ts';
import { zoneText } from '../../../shared/zone-text.ts';

/** The text of a line, without `told.`: a value that can be empty has a second one. */
export function lineWords({ what, value }: GroupLine) {
  if (what === 'slow') return value === '0' ? 'slowOff' : 'slow';
  if (what === 'timeZone') return value === '' ? 'timeZoneOff' : 'timeZone';
  if (what !== 'speaking') return what;
  return value === '0' ? 'speaking0' : value === '1' ? 'speaking1' : 'speaking2';
}

/** The new value of a field as users read it. */
export function lineValue(t: TFunction, { what, value }: GroupLine): string {
  if (what === 'slow') return slowText(t, Number(value)).replace(' ', '\u00a0');
  return what === 'timeZone' ? zoneText(value) : value;
}
