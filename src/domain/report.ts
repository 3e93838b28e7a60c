import type { ContactId, MessageId, UserId } from './ids.ts';

/** Reasons of a report (REPORT-1), in the order of the menu. */
export const REPORT_REASONS = ['spam', 'abuse', 'violence', 'sexual', 'fraud', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Reported subjects: a message by its id, a user by their number, a group by its name (`group-12`). */
export const REPORT_KINDS = ['message', 'person', 'group'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** The subject of a report, as this client names it. */
export type Reported =
  | { readonly kind: 'message'; readonly id: MessageId }
  | { readonly kind: 'person'; readonly id: UserId }
  | { readonly kind: 'group'; readonly id: ContactId };
