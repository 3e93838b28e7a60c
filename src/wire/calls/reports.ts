import * as v from 'valibot';
import { REPORT_KINDS, REPORT_REASONS } from '../../domain/report.ts';
import { reportLimits } from '../../domain/report-limits.ts';
import { textUpTo, withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { messageRef } from './fields.ts';

/** Reports a message, a user or a group to the moderators (REPORT-1). */
export const report = ours(
  '/enterprise/im/report',
  v.object({
    kind: v.picklist(REPORT_KINDS),
    id: messageRef,
    reason: v.picklist(REPORT_REASONS),
    words: withDefault(textUpTo(reportLimits.wordsMax), ''),
  }),
);
