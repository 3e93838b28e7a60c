import { useState } from 'react';
import { textLimits } from '../../../../domain/limits.ts';
import { addressKind } from '../../../../domain/validation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { CodeField } from '../../../shared/code-field.tsx';
import type { SecureFormProps } from './password-form.tsx';

type Field = 'code' | 'account' | 'newCode';
type Problem = { readonly field: Field; readonly words: string } | null;

/**
 * Changes the account to another e-mail address or phone, with a code sent to it. Leaving a proved one also
 * requires a code (ACC-12).
 */
export function AccountForm({ proved, account, open, onClose }: SecureFormProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [form, setForm] = useState({ code: '', account: '', newCode: '' });
  const [problem, setProblem] = useState<Problem>(null);
  const set = (field: Field) => (value: string) => {
    setForm({ ...form, [field]: value });
    setProblem(null);
  };
  const check = (): Problem => {
    if (proved && form.code.trim() === '') return { field: 'code', words: t('secure.needCode') };
    if (addressKind(form.account.trim()) === null)
      return { field: 'account', words: t('secure.needAddress') };
    return form.newCode.trim() === '' ? { field: 'newCode', words: t('secure.needCode') } : null;
  };
  const submit = async (): Promise<string | null> => {
    const newProblem = check();
    setProblem(newProblem);
    if (newProblem !== null) return '';
    const answer = await actions.changeAccount(form);
    if (!answer.ok) return failureText(t, answer.reason);
    toasts.show(t('secure.accountChanged', { account: form.account.trim() }));
    return null;
  };
  const errorOf = (field: Field) => (problem?.field === field ? problem.words : null);
  return (
    <FormSheet
      open={open}
      title={t(proved ? 'secure.changeAccount' : 'secure.prove')}
      confirm={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      {proved && (
        <CodeField
          label={t('secure.code', { account })}
          account={account}
          purpose="account"
          value={form.code}
          error={errorOf('code')}
          onValue={set('code')}
        />
      )}
      <TextField
        label={t('secure.newAccount')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.accountMax}
        hint={t('secure.newAccountHint')}
        value={form.account}
        error={errorOf('account')}
        onValue={set('account')}
      />
      <CodeField
        label={t('secure.newCode')}
        account={form.account}
        purpose="account"
        value={form.newCode}
        error={errorOf('newCode')}
        onValue={set('newCode')}
      />
    </FormSheet>
  );
}
