import { isPasswordCode } from '../../domain/password-link.ts';
import { accountProblem, nicknameProblem, passwordProblem, repeatProblem } from '../../domain/validation.ts';
import { register as registerCall } from '../../wire/calls/register.ts';
import { fieldFailure, outcome, path } from '../connection/answers.ts';
import type { Actions } from '../interface/client.ts';
import type { ActionParts } from './parts.ts';

export const registerActions = ({ api, store }: ActionParts): Pick<Actions, 'register'> => ({
  register: async ({ account, realname, password, repeat, code = '', inviteCode }) => {
    // A link that sets a password is for an existing account.
    const nameProblem = isPasswordCode(inviteCode)
      ? null
      : (accountProblem(account.trim()) ?? nicknameProblem(realname));
    const problem =
      nameProblem ??
      passwordProblem(password, store.get().config.sysInfo.longPasswords) ??
      repeatProblem(password, repeat);
    if (problem !== null) return fieldFailure(problem);
    const body = {
      account: account.trim(),
      realname: realname.trim(),
      password,
      repass: repeat,
      code: code.trim(),
      inviteCode: inviteCode.trim(),
    };
    return outcome(api.call(path(registerCall), body));
  },
});
