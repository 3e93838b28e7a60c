import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { takePasskey } from '../../app/platform/passkeys.ts';
import { PATHS } from '../../app/paths/paths.ts';
import type { ProofWays, Said } from '../platform/ask.ts';
import styles from './console.module.css';
import { useConsole } from './context.ts';

interface Props {
  readonly ways: ProofWays;
  readonly onClose: (isProved: boolean) => void;
}

/** Why the proof failed; `field` null: not because of one field. */
interface Fault {
  readonly field: string | null;
  readonly text: string;
}
const NO_FAULT: Fault = { field: null, text: '' };

function faultIn(reply: Said<unknown>, t: ReturnType<typeof useConsole>['t'], password: string): Fault {
  if (!('reason' in reply))
    return { field: null, text: t(reply.kind === 'signedOut' ? 'signedOut' : 'away') };
  const field = reply.kind === 'refused' ? (reply.field ?? null) : null;
  const hint = field === 'password' && password !== password.trim() ? t('blankHint') : '';
  return { field, text: reply.reason + hint };
}

/** Sends what the administrator has typed, or a passkey; closes the dialog once the server accepts it. */
function useProof(dialog: RefObject<HTMLDialogElement | null>) {
  const { ask, t } = useConsole();
  const [typed, setTyped] = useState({ password: '', otp: '' });
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<Fault>(NO_FAULT);
  const isProved = useRef(false);
  const finish = (reply: Said<unknown>) => {
    setIsBusy(false);
    isProved.current = reply.kind === 'data';
    if (isProved.current) dialog.current?.close();
    else setFault(faultIn(reply, t, typed.password));
  };
  const prove = async (proof: Readonly<Record<string, string>>) => {
    setIsBusy(true);
    setFault(NO_FAULT);
    finish(await ask.prove(proof));
  };
  const withPasskey = async () => {
    setFault(NO_FAULT);
    const question = await ask.passkeyQuestion();
    if (question.kind !== 'data') return finish(question);
    const outcome = await takePasskey(question.data);
    return outcome.ok
      ? prove({ passkey: outcome.answer })
      : setFault({ ...NO_FAULT, text: t('passkeyFailed') });
  };
  return { typed, setTyped, isBusy, fault, isProved, prove, withPasskey };
}

/** Asks for the password, with a code if the account needs one, or for a passkey. */
export function ProofDialog({ ways, onClose }: Props) {
  const { t } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { typed, setTyped, isBusy, fault, isProved, prove, withPasskey } = useProof(dialog);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void prove(typed);
  };
  const field = (name: 'password' | 'otp', more: object) => (
    <ProofField
      name={name}
      value={typed[name]}
      fault={fault.field === name ? fault.text : ''}
      more={more}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
    />
  );
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={title}
      onClose={() => onClose(isProved.current)}
    >
      <h2 id={title}>{t('proof')}</h2>
      <p className={styles.words}>{t('proofWhy')}</p>
      <form onSubmit={submit}>
        <input hidden readOnly name="account" autoComplete="username" value={ways.account} />
        {field('password', { type: 'password', autoComplete: 'current-password', autoFocus: true })}
        {ways.secondStep && field('otp', { autoComplete: 'one-time-code', maxLength: 32 })}
        <NoPassword />
        <output className={styles.outcome}>{fault.field === null && fault.text}</output>
        <div className={styles.buttons}>
          <button type="submit" className={styles.primary} disabled={isBusy}>
            {isBusy ? t('confirming') : t('confirm')}
          </button>
          {ways.passkey && (
            <button type="button" disabled={isBusy} onClick={() => void withPasskey()}>
              {t('withPasskey')}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** The link opens another tab, so that this page keeps what was typed. */
function NoPassword() {
  const { t } = useConsole();
  return (
    <a href={`/#${PATHS.secure}`} target="_blank" rel="noreferrer">
      {t('noPassword')}
    </a>
  );
}

interface FieldProps {
  readonly name: 'password' | 'otp';
  readonly value: string;
  readonly fault: string;
  readonly more: object;
  readonly onChange: (value: string) => void;
}

function ProofField({ name, value, fault, more, onChange }: FieldProps) {
  const { t } = useConsole();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault !== '') input.current?.focus();
  }, [fault]);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t(name)}</label>
      <input
        {...more}
        ref={input}
        id={id}
        value={value}
        required
        aria-invalid={fault !== '' || undefined}
        aria-describedby={fault === '' ? undefined : `${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== '' && (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
