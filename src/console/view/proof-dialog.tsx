import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { takePasskey } from '../../app/platform/passkeys.ts';
import { PATHS } from '../../app/paths/paths.ts';
import type { ProofWays, Said } from '../platform/ask.ts';
import styles from './console.module.css';
import { useConsole } from './context.ts';

interface Props {
  readonly ways: ProofWays;
  readonly onClose: (isProved: boolean) => void;
}

/** Asks for the password, with a code if the account needs one, or for a passkey. */
export function ProofDialog({ ways, onClose }: Props) {
  const { ask, t } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState({ password: '', otp: '' });
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState('');
  const isProved = useRef(false);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const finish = (said: Said<unknown>) => {
    setIsBusy(false);
    isProved.current = said.kind === 'data';
    if (isProved.current) dialog.current?.close();
    else setFault('reason' in said ? said.reason : t(said.kind === 'signedOut' ? 'signedOut' : 'away'));
  };
  const prove = async (proof: Readonly<Record<string, string>>) => {
    setIsBusy(true);
    setFault('');
    finish(await ask.prove(proof));
  };
  const withPasskey = async () => {
    setFault('');
    const question = await ask.passkeyQuestion();
    if (question.kind !== 'data') return finish(question);
    const outcome = await takePasskey(question.data);
    return outcome.ok ? prove({ passkey: outcome.answer }) : setFault(t('passkeyFailed'));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void prove(typed);
  };
  const field = (name: 'password' | 'otp', more: object) => (
    <ProofField
      name={name}
      value={typed[name]}
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
        {field('password', { type: 'password', autoComplete: 'current-password', autoFocus: true })}
        {ways.secondStep && field('otp', { autoComplete: 'one-time-code', maxLength: 32 })}
        <NoPassword />
        <output className={styles.outcome}>{fault}</output>
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
  readonly more: object;
  readonly onChange: (value: string) => void;
}

function ProofField({ name, value, more, onChange }: FieldProps) {
  const { t } = useConsole();
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t(name)}</label>
      <input {...more} id={id} value={value} required onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
