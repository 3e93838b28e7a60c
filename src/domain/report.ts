import type { ContactId, MessageId, UserId } from './ids.ts';

/** Why somebody reports something (REPORT-1), in the order in which it is offered. */
export const REPORT_REASONS = ['spam', 'abuse', 'violence', 'sexual', 'fraud', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What is reported: a message by its id, a person by their number, a group by its name (`group-12`). */
export const REPORT_KINDS = ['message', 'person', 'group'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What somebody reports, as this client names it. */
export type Reported =
  | { readonly kind: 'message'; readonly id: MessageId }
  | { readonly kind: 'person'; readonly id: UserId }
  | { readonly kind: 'group'; readonly id: ContactId };
