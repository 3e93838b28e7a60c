import type { Actions, Failure } from '../../../../client/interface/client.ts';
import { type PasskeyOutcome, takePasskey } from '../../../platform/passkeys.ts';

type Form = Parameters<Actions['login']>[0];

/** Reason of a failure: the server's refusal, or the browser's. */
export type PasskeyProblem = Failure | Extract<PasskeyOutcome, { readonly ok: false }>['why'];

/** Logs in by a passkey, alone or with the accepted fields; null: logged in (PASSKEY-2). */
export async function passkeyLogin(actions: Actions, form: Form): Promise<PasskeyProblem | null> {
  const question = await actions.askPasskey();
  if (!question.ok) return question.reason;
  const passkey = await takePasskey(question.value);
  if (!passkey.ok) return passkey.why;
  const answer = await actions.login({ ...form, passkey: passkey.answer });
  return answer.ok ? null : answer.reason;
}
