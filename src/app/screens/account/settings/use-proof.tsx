import { type ReactNode, useRef, useState } from 'react';
import type { Result } from '../../../../domain/result.ts';
import type { Failure } from '../../../../client/interface/client.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { takePasskey } from '../../../platform/passkeys.ts';
import { atPassword } from '../../../shared/at-password.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { CodeField } from '../../../shared/code-field.tsx';
import { failureText, formProblem } from '../../../shared/failure-text.ts';
import { AccountField } from '../account-field.tsx';
import styles from './second-step.module.css';

/** Codes of the server: it wants a proof, or the second step beside the password. */
const [FRESH_PROOF, SECOND_STEP] = [414, 412];

type Change<T> = () => Promise<Result<T, Failure>>;
/** Repeats a change after the proof that it was refused for. */
export type ProofFirst = <T>(change: Change<T>) => Promise<Result<T, Failure>>;
type Settle = (isProved: boolean) => void;

const hasCode = (reason: Failure, code: number): boolean => reason.kind === 'server' && reason.code === code;

/**
 * Asks for a proof of presence when the server wants one, then repeats the change (ACC-27). If the user
 * cancels, the change returns the refusal.
 * @example const { sheet, withProof } = useProof(); await withProof(() => actions.endLogin(id));
 */
export function useProof(): {
  readonly sheet: ReactNode;
  readonly withProof: ProofFirst;
} {
  const [isOpen, setOpen] = useState(false);
  const round = useRound(isOpen);
  const pending = useRef<Asked | null>(null);
  const withProof = async <T,>(change: Change<T>): Promise<Result<T, Failure>> => {
    const answer = await change();
    if (answer.ok || !hasCode(answer.reason, FRESH_PROOF)) return answer;
    // One sheet for changes that are refused at the same time.
    pending.current ??= ask();
    setOpen(true);
    const isProved = await pending.current.isProved;
    return isProved ? change() : answer;
  };
  const settle = (isProved: boolean): void => {
    pending.current?.settle(isProved);
    pending.current = null;
    setOpen(false);
  };
  return { sheet: round > 0 && <ProofSheet key={round} open={isOpen} onSettled={settle} />, withProof };
}

interface Asked {
  readonly isProved: Promise<boolean>;
  readonly settle: Settle;
}

function ask(): Asked {
  let settle: Settle | undefined;
  const isProved = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return { isProved, settle: (answer) => settle?.(answer) };
}

type Form = Readonly<Record<'password' | 'code' | 'otp', string>>;

/**
 * The password or a code to the proved address, with the code of the second step once the server wants it; or
 * a passkey instead.
 */
function ProofSheet({ open, onSettled }: { readonly open: boolean; readonly onSettled: Settle }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const self = useStore((state) => state.self);
  const [form, setForm] = useState<Form>({ password: '', code: '', otp: '' });
  const [isByCode, setByCode] = useState(false);
  const [needsOtp, setNeedsOtp] = useState(false);
  const set = (field: keyof Form) => (value: string) => setForm({ ...form, [field]: value });
  const submit = async (): Promise<FormProblem | null> => {
    const field = isByCode ? 'code' : 'password';
    if (form[field].trim() === '')
      return { field, text: t(isByCode ? 'secure.needCode' : 'rule.needPassword') };
    const answer = await actions.prove({ ...form, otp: form.otp.trim(), passkey: '' });
    if (answer.ok) {
      onSettled(true);
      return null;
    }
    if (hasCode(answer.reason, SECOND_STEP)) {
      setNeedsOtp(true);
      return { field: 'otp', text: failureText(t, answer.reason) };
    }
    if (isByCode) return formProblem(t, answer.reason, { code: 'code' });
    return atPassword(t, answer.reason, form.password);
  };
  // The other way's field is empty, because the server checks a code first.
  const change = () => {
    setByCode(!isByCode);
    setForm({ ...form, code: '', password: '' });
  };
  return (
    <FormSheet
      open={open}
      title={t('proof.title')}
      confirm={t('proof.confirm')}
      onSubmit={submit}
      onClose={() => onSettled(false)}
    >
      <p className={styles.words}>{t('proof.why')}</p>
      <AccountField />
      {isByCode && self !== null ? (
        <CodeField
          label={t('secure.code', { account: self.account })}
          account={self.account}
          purpose="proof"
          value={form.code}
          error={null}
          onValue={set('code')}
        />
      ) : (
        <TextField
          label={t('proof.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          value={form.password}
          onValue={set('password')}
        />
      )}
      {needsOtp && <OtpField value={form.otp} onValue={set('otp')} />}
      {self?.isAuth === true && self.account.includes('@') && (
        <Button kind="quiet" onClick={change}>
          {t(isByCode ? 'proof.byPassword' : 'secure.byCode')}
        </Button>
      )}
      <ByPasskey onProved={() => onSettled(true)} />
      <p className={styles.hint}>{t('proof.none')}</p>
    </FormSheet>
  );
}

function OtpField(field: Pick<Parameters<typeof TextField>[0], 'value' | 'onValue'>) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('second.otpOr')}
      name="otp"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={32}
      {...field}
    />
  );
}

function ByPasskey({ onProved }: { readonly onProved: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const attempt = async (): Promise<string> => {
    const question = await actions.askPasskey();
    if (!question.ok) return failureText(t, question.reason);
    const passkey = await takePasskey(question.value);
    if (!passkey.ok) return t(`passkey.why.${passkey.why}`);
    const answer = await actions.prove({ password: '', otp: '', passkey: passkey.answer });
    if (!answer.ok) return failureText(t, answer.reason);
    onProved();
    return '';
  };
  const press = async () => {
    setBusy(true);
    setProblem(await attempt());
    setBusy(false);
  };
  return (
    <>
      <Button kind="quiet" disabled={busy} onClick={() => void press()}>
        {t('passkey.use')}
      </Button>
      {problem !== '' && <p role="alert">{problem}</p>}
    </>
  );
}
