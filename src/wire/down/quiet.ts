import { alertOf, type Quiet } from '../../domain/alert.ts';
import { onField, timeField } from './fields.ts';

/** Refines `is_notice` where the flag is too coarse (ALERT-1, ALERT-3). */
export const quietFields = { at_only: onField, quiet_until: timeField };

interface QuietFields {
  readonly is_notice: boolean;
  readonly at_only: boolean;
  readonly quiet_until: number;
}

export function quietOf({ is_notice, at_only, quiet_until }: QuietFields): Quiet | undefined {
  const alert = alertOf(is_notice ? 'all' : at_only ? 'mentions' : 'none', quiet_until || null);
  return typeof alert === 'boolean' ? undefined : alert;
}
