import { isPasswordCode } from '../../domain/password-link.ts';
import { type Result, ok } from '../../domain/result.ts';
import { accountProblem, nicknameProblem, passwordProblem, repeatProblem } from '../../domain/validation.ts';
import {
  decodeFound,
  decodeLogins,
  decodeMailDigest,
  decodeOpenIds,
  decodePasskeys,
  decodeQuestion,
  decodeRecoveryCodes,
  decodeSecondStep,
  decodeSetUp,
  decodeTrip,
} from '../../wire/answers/accounts.ts';
import * as calls from '../../wire/calls/accounts.ts';
import type { Call } from '../../wire/calls/call.ts';
import * as signIn from '../../wire/calls/sign-in.ts';
import { MISREAD, fieldFailure, outcome, path } from '../connection/answers.ts';
import type { Actions, Failure } from '../interface/client.ts';
import type { LoginActions, OpenIdActions, PasskeyActions, SecondStepActions } from '../interface/logins.ts';
import type { ActionParts } from './parts.ts';

/** A refusal is shown where the form is (ERR-7). */
export const atField = { quiet: 'refusals' } as const;

/** Asks, and reads what is answered; a refusal is shown where the form is. */
export const askAndRead =
  ({ api }: Pick<ActionParts, 'api'>) =>
  async <T>(
    call: Pick<Call<never>, 'paths'>,
    body: object,
    decode: (data: unknown) => T | null,
  ): Promise<Result<T, Failure>> => {
    const answer = await api.call(path(call), body, atField);
    if (!answer.ok) return answer;
    const decoded = decode(answer.value.data);
    return decoded === null ? MISREAD : ok(decoded);
  };

/** The user's own logins: only the server knows them (LOGINS-1). */
export const loginActions = ({ api }: ActionParts): LoginActions => ({
  mailDigest: (on) => askAndRead({ api })(calls.mailDigest, { on }, decodeMailDigest),
  logins: async () => {
    const answer = await api.call(path(calls.getLogins), {}, { quiet: true });
    if (!answer.ok) return answer;
    const decoded = decodeLogins(answer.value.data);
    return decoded === null ? MISREAD : ok(decoded);
  },
  prove: (proof) => outcome(api.call(path(calls.prove), proof, atField)),
  endLogin: (id) => outcome(api.call(path(calls.endLogin), { id }, { quiet: 'refusals' })),
});

/** The second login step, after the password (SECOND-1). */
export function secondStepActions(parts: ActionParts): SecondStepActions {
  const ask = askAndRead(parts);
  return {
    secondStep: () => ask(calls.getSecondStep, {}, decodeSecondStep),
    beginSecondStep: (password) => ask(calls.beginSecondStep, { password }, decodeSetUp),
    confirmSecondStep: (otp) =>
      ask(calls.confirmSecondStep, { otp }, (data) => decodeRecoveryCodes(data)?.codes ?? null),
    endSecondStep: (password, otp) =>
      outcome(parts.api.call(path(calls.endSecondStep), { password, otp }, atField)),
  };
}

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
    return outcome(api.call(path(signIn.register), body));
  },
});

/** Login through a provider: the browser itself navigates there and returns (OIDC-3). */
export function openIdActions(parts: ActionParts): OpenIdActions {
  const ask = askAndRead(parts);
  return {
    beginOpenId: (provider) => ask(signIn.beginOpenId, { provider }, decodeTrip),
    finishOpenId: (provider, answer) => ask(signIn.finishOpenId, { provider, answer }, decodeFound),
    openIds: () => ask(signIn.getOpenIds, {}, decodeOpenIds),
    removeOpenId: (id, password) =>
      outcome(parts.api.call(path(signIn.removeOpenId), { id, password }, atField)),
  };
}

/** Passkeys: only the server knows them, and only the browser uses them (PASSKEY-1). */
export function passkeyActions(parts: ActionParts): PasskeyActions {
  const ask = askAndRead(parts);
  const tell = (call: Parameters<typeof path>[0], body: object) =>
    outcome(parts.api.call(path(call), body, atField));
  return {
    passkeys: () => ask(signIn.getPasskeys, {}, decodePasskeys),
    beginPasskey: (password) => ask(signIn.beginPasskey, { password }, decodeQuestion),
    addPasskey: (passkey, name) => tell(signIn.addPasskey, { passkey, name }),
    renamePasskey: (id, name) => tell(signIn.renamePasskey, { id, name }),
    removePasskey: (id) => tell(signIn.removePasskey, { id }),
    askPasskey: () => ask(signIn.askPasskey, {}, decodeQuestion),
  };
}
