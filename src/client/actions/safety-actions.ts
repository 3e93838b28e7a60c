import { ok } from '../../domain/result.ts';
import { decodeCards } from '../../wire/answers/people.ts';
import { blockedPeople } from '../../wire/calls/blocked.ts';
import { report } from '../../wire/calls/reports.ts';
import { DONE, NOBODY_SIGNED_IN, outcome, path } from '../connection/answers.ts';
import type { Actions } from '../interface/client.ts';
import { blockKey } from '../state/blocked-changes.ts';
import type { ActionParts } from './parts.ts';

type SafetyActions = Pick<Actions, 'block' | 'blockedPeople' | 'report'>;

/** Blocking users and reporting content (BLOCK-1, REPORT-1). */
export const safetyActions = ({ api, opened, ports, scope }: ActionParts): SafetyActions => ({
  // Shown at once; sent when possible (BLOCK-14).
  block: async (user, on) => {
    const open = scope() ?? (await opened());
    if (open === null) return NOBODY_SIGNED_IN;
    const value = { op: ports.ids.uuid(), user, on };
    open.wishes.want({ register: 'block', conversation: blockKey(user), value });
    return DONE;
  },
  blockedPeople: async (page, limit) => {
    const answer = await api.call(path(blockedPeople), { page, limit });
    return answer.ok ? ok({ rows: decodeCards(answer.value.data), total: answer.value.count }) : answer;
  },
  report: ({ kind, id }, reason, words) =>
    outcome(api.call(path(report), { kind, id: String(id), reason, words: words.trim() })),
});
