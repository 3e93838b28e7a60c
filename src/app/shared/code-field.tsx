import { type ClipboardEvent, useEffect, useState } from 'react';
import type { MailCodePurpose } from '../../client/interface/account.ts';
import { mailCodeLimits } from '../../domain/limits.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../kit/button.tsx';
import { useClient } from './client-context.ts';
import { failureText } from './failure-text.ts';
import { TextField } from '../kit/text-field.tsx';
import { useToasts } from '../kit/toaster.tsx';
import { schedule } from '../platform/time.ts';
import styles from './code-field.module.css';

const SECOND = 1_000;

/** A code of digits and the button that sends it; sent once a minute (ACC-9). */
export function CodeField({
  label,
  account,
  purpose,
  value,
  error,
  onValue,
}: {
  readonly label: string;
  /** Recipient of the code. */
  readonly account: string;
  readonly purpose: MailCodePurpose;
  readonly value: string;
  readonly error: string | null;
  readonly onValue: (value: string) => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => (left > 0 ? schedule(SECOND, () => setLeft(left - 1)) : undefined), [left]);
  const send = async () => {
    setBusy(true);
    setRefused(null);
    const answer = await actions.sendCode(account, purpose);
    setBusy(false);
    if (!answer.ok) return setRefused(failureText(t, answer.reason));
    toasts.show(t('secure.codeSent', { account }));
    setLeft(mailCodeLimits.againMs / SECOND);
  };
  // Codes are copied with spaces, or with surrounding text: the first run of enough digits counts.
  const paste = (event: ClipboardEvent) => {
    const code = event.clipboardData
      .getData('text')
      .replaceAll(/(?<=\d)[\s-](?=\d)/g, '')
      .match(/\d+/g)
      ?.find((digits) => digits.length === mailCodeLimits.digits);
    if (code === undefined) return;
    event.preventDefault();
    onValue(code);
  };
  return (
    <div>
      <div className={styles.codeLine}>
        <TextField
          label={label}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={mailCodeLimits.digits}
          value={value}
          onPaste={paste}
          onValue={onValue}
        />
        <Button busy={busy} disabled={left > 0 || account.trim() === ''} onClick={() => void send()}>
          {left > 0 ? t('secure.codeAgain', { seconds: left }) : t('secure.sendCode')}
        </Button>
      </div>
      {(refused ?? error) !== null && (
        <p className={styles.alert} role="alert">
          {refused ?? error}
        </p>
      )}
    </div>
  );
}
