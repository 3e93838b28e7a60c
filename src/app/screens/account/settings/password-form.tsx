import type { TFunction } from 'i18next';
import { useState } from 'react';
import { passwordProblem, repeatProblem } from '../../../../domain/validation.ts';
import { PROBLEM_TEXT } from '../../../i18n/problem-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import type { Failure } from '../../../../client/interface/client.ts';
import { withBlankHint } from '../../../shared/blank-hint.ts';
import { formProblem } from '../../../shared/failure-text.ts';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { Button } from '../../../kit/button.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row } from '../../../kit/row.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { AccountField } from '../account-field.tsx';
import { CodeField } from '../../../shared/code-field.tsx';

export interface SecureFormProps {
  /** A code to the account may replace the old password. */
  readonly proved: boolean;
  readonly account: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

type Field = keyof Form;
type Problems = Readonly<Partial<Record<Field, string>>>;

interface Form {
  readonly original: string;
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
}

/** All that is wrong, each at its field (UI-116). */
function problemsOf(t: TFunction, form: Form, isByCode: boolean, isLong: boolean): Problems {
  const [short, other] = [passwordProblem(form.password, isLong), repeatProblem(form.password, form.repeat)];
  return {
    ...(isByCode && form.code.trim() === '' && { code: t('secure.needCode') }),
    ...(!isByCode && form.original === '' && { original: t('secure.needOld') }),
    ...(short !== null && { password: t(PROBLEM_TEXT[short]) }),
    ...(other !== null && { repeat: t(PROBLEM_TEXT[other]) }),
  };
}

/** At its field: a wrong password is the old one. */
function objection(t: TFunction, reason: Failure, original: string): FormProblem {
  const problem = formProblem(t, reason, FIELDS);
  if (typeof problem === 'string' || problem.field !== 'original') return problem;
  return { ...problem, text: withBlankHint(t, problem.text, original) };
}

const FIELDS: Readonly<Record<string, Field>> = {
  password: 'original',
  newPassword: 'password',
  repeat: 'repeat',
  code: 'code',
};

/** A new password; every other login of the person ends with it (ACC-13). */
export function PasswordForm({ proved, account, open, onClose }: SecureFormProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const isLong = useStore((state) => state.config.sysInfo.longPasswords);
  const [form, setForm] = useState<Form>({ original: '', code: '', password: '', repeat: '' });
  const [isByCode, setByCode] = useState(proved);
  const [keepPasskeys, setKeepPasskeys] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const set = (field: Field) => (value: string) => {
    setForm({ ...form, [field]: value });
    setProblems({ ...problems, [field]: undefined });
  };
  const submit = async (): Promise<FormProblem | null> => {
    const newProblems = problemsOf(t, form, isByCode, isLong);
    setProblems(newProblems);
    if (Object.keys(newProblems).length > 0) return '';
    const answer = await actions.changePassword({ ...form, keepPasskeys });
    if (!answer.ok) return objection(t, answer.reason, form.original);
    toasts.show(t('secure.passwordChanged'));
    return null;
  };
  // The other way's field is empty, because the server checks a code first.
  const change = () => {
    setByCode(!isByCode);
    setForm({ ...form, code: '', original: '' });
    setProblems({});
  };
  const fieldOf = (field: Field) => ({
    name: field,
    value: form[field],
    error: problems[field] ?? null,
    onValue: set(field),
  });
  return (
    <FormSheet
      open={open}
      title={t('secure.password')}
      confirm={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <AccountField account={account} />
      {isByCode ? (
        <CodeField
          label={t('secure.code', { account })}
          account={account}
          purpose="password"
          {...fieldOf('code')}
        />
      ) : (
        <OldPasswordField {...fieldOf('original')} />
      )}
      {proved && <OtherWay isByCode={isByCode} onPress={change} />}
      <TextField
        label={t('secure.new')}
        type="password"
        autoComplete="new-password"
        hint={t(isLong ? 'reg.passwordHintLong' : 'reg.passwordHint')}
        {...fieldOf('password')}
      />
      <TextField label={t('reg.repeat')} type="password" autoComplete="new-password" {...fieldOf('repeat')} />
      <PasskeysRow removes={!keepPasskeys} onRemoves={(on) => setKeepPasskeys(!on)} />
    </FormSheet>
  );
}

function OldPasswordField(field: Omit<Parameters<typeof TextField>[0], 'label'>) {
  const { t } = useTranslation();
  return <TextField {...field} label={t('secure.old')} type="password" autoComplete="current-password" />;
}

/** A code to a new address is refused for a day, and not every user knows the old password (ACC-28). */
function OtherWay({ isByCode, onPress }: { readonly isByCode: boolean; readonly onPress: () => void }) {
  const { t } = useTranslation();
  return (
    <Button kind="quiet" onClick={onPress}>
      {t(isByCode ? 'secure.byOld' : 'secure.byCode')}
    </Button>
  );
}

/** An attacker with the old password may have added a passkey (ACC-20). */
function PasskeysRow(props: { readonly removes: boolean; readonly onRemoves: (on: boolean) => void }) {
  const { t } = useTranslation();
  const title = t('secure.removePasskeys');
  return (
    <Row
      title={title}
      detail={t('secure.removePasskeysHint')}
      end={<Switch label={title} checked={props.removes} onChange={props.onRemoves} />}
    />
  );
}
