import { type ReactNode, useState } from 'react';
import type { Failure } from '../../client/interface/answer.ts';
import { DIALECTS, type Dialect, botLimits } from '../../domain/bots.ts';
import type { Result } from '../../domain/result.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../kit/button.tsx';
import { ChoiceList } from '../kit/choice-list.tsx';
import type { FormProblem } from '../kit/form-problem.ts';
import { FormSheet } from '../kit/form-sheet.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useToasts } from '../kit/toaster.tsx';
import { useAsk } from '../kit/use-ask.tsx';
import { failureText } from './failure-text.ts';

/** The secret or address to show once, or '' or nothing. */
type Saved = Result<string | void, Failure>;

/**
 * The form of a new or existing bot or hook: its name, the fields of its kind, and a button that replaces its
 * secret or address. What is shown once goes to `onSecret`, which closes the form.
 */
export function ProgramForm({
  of,
  name: oldName,
  nameHint,
  renewal,
  children,
  save,
  onSecret,
  onClose,
}: {
  readonly of: 'bots' | 'hooks';
  /** Null: a new one. */
  readonly name: string | null;
  readonly nameHint?: string;
  readonly renewal: { readonly texts: 'hooks' | 'outgoing'; readonly run: () => Promise<Saved> } | null;
  readonly children: ReactNode;
  readonly save: (name: string) => Promise<Saved | FormProblem>;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const ask = useAsk();
  const [name, setName] = useState(oldName ?? '');
  const submit = async (): Promise<FormProblem | null> => {
    if (name.trim() === '') return { field: 'name', text: t('bots.needName') };
    const answer = await save(name.trim());
    if (typeof answer === 'string' || 'text' in answer) return answer;
    if (!answer.ok) return failureText(t, answer.reason);
    if (!answer.value) return null;
    onSecret(answer.value);
    return '';
  };
  const renew = async ({ texts, run }: NonNullable<typeof renewal>) => {
    const words = { title: t(`${texts}.renewAsk`), text: t(`${texts}.renewText`) };
    if (!(await ask({ ...words, confirm: t(`${texts}.renew`), danger: true }))) return;
    const renewed = await run();
    if (renewed.ok) onSecret(renewed.value ?? '');
    else toasts.show(failureText(t, renewed.reason));
  };
  return (
    <FormSheet
      open
      title={t(oldName === null ? `${of}.add` : `${of}.edit`)}
      confirm={t(oldName === null ? 'bots.create' : 'common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('bots.name')}
        {...(nameHint !== undefined && { hint: nameHint })}
        name="name"
        value={name}
        visibleMax={botLimits.nameMax}
        onValue={setName}
      />
      {children}
      {renewal && (
        <Button kind="quiet" onClick={() => void renew(renewal)}>
          {t(`${renewal.texts}.renew`)}
        </Button>
      )}
    </FormSheet>
  );
}

/** How a bot or hook writes bold words and links. */
export function DialectChoice({
  value,
  onChoose,
}: {
  readonly value: Dialect;
  readonly onChoose: (dialect: Dialect) => void;
}) {
  const { t } = useTranslation();
  const choices = DIALECTS.map((one) => ({ value: one, label: t(`hooks.dialect.${one}`) }));
  return <ChoiceList label={t('hooks.dialect')} value={value} choices={choices} onChoose={onChoose} />;
}
