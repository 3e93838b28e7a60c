import { ok } from '../../domain/result.ts';
import { decodeLogins } from '../../wire/answers/logins.ts';
import * as calls from '../../wire/calls/logins.ts';
import { MISREAD, outcome, path } from '../connection/answers.ts';
import type { LoginActions } from '../interface/logins.ts';
import type { ActionParts } from './parts.ts';

/** The user's own logins: only the server knows them (LOGINS-1). */
export const loginActions = ({ api }: ActionParts): LoginActions => ({
  logins: async () => {
    const answer = await api.call(path(calls.getLogins), {}, { quiet: true });
    if (!answer.ok) return answer;
    const decoded = decodeLogins(answer.value.data);
    return decoded === null ? MISREAD : ok(decoded);
  },
  endLogin: (id) => outcome(api.call(path(calls.endLogin), { id }, { quiet: 'refusals' })),
});
