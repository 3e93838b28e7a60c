import { ok } from '../../domain/result.ts';
import { decodeCards } from '../../wire/answers/people.ts';
import { blockedPeople, blockPerson } from '../../wire/calls/blocked.ts';
import { report } from '../../wire/calls/reports.ts';
import { outcome, path } from '../connection/answers.ts';
import type { Actions } from '../interface/client.ts';
import type { ActionParts } from './parts.ts';

type SafetyActions = Pick<Actions, 'block' | 'blockedPeople' | 'report'>;

/** Of whom one wants to hear nothing, and what others are told of (BLOCK-1, REPORT-1). */
export const safetyActions = ({ api }: ActionParts): SafetyActions => ({
  block: (id, on) => outcome(api.call(path(blockPerson), { id, on: on ? 1 : 0 })),
  blockedPeople: async (page, limit) => {
    const answer = await api.call(path(blockedPeople), { page, limit });
    return answer.ok ? ok({ rows: decodeCards(answer.value.data), total: answer.value.count }) : answer;
  },
  report: ({ kind, id }, reason, words) =>
    outcome(api.call(path(report), { kind, id: String(id), reason, words: words.trim() })),
});
