import { useState } from 'react';
import type { Passkey } from '../../../../client/interface/logins.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { atPassword } from '../../../shared/at-password.ts';
import { failureText } from '../../../shared/failure-text.ts';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { LoadedPage, useMomentText } from './loaded-page.tsx';
import { passkeyLimits } from '../../../../domain/account-limits.ts';
import { Button } from '../../../kit/button.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { makePasskey } from '../../../platform/passkeys.ts';
import { PasswordSheet } from './password-sheet.tsx';
import { type ProofFirst, useProof } from './use-proof.tsx';
import styles from './second-step.module.css';

/** Removes one after asking. */
function useRemoving(
  reload: () => void,
  withProof: ProofFirst,
): (passkey: Passkey, name: string) => Promise<void> {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const toasts = useToasts();
  return async ({ id }, name) => {
    const words = { title: t('passkey.removeAsk', { name }), text: t('passkey.removeText') };
    if (!(await ask({ ...words, confirm: t('passkey.remove'), danger: true }))) return;
    const answer = await withProof(() => actions.removePasskey(id));
    toasts.show(answer.ok ? t('passkey.removed', { name }) : failureText(t, answer.reason));
    reload();
  };
}

/** `?view=passkeys` What opens the account without a password: listed, added, named, removed (PASSKEY-1). */
export default function PasskeysPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad('passkeys', () => actions.passkeys());
  const [open, setOpen] = useState<Passkey | 'new' | null>(null);
  const { sheet, withProof } = useProof();
  const remove = useRemoving(loaded.reload, withProof);
  const at = useMomentText();
  const nameOf = ({ name }: Passkey): string => (name === '' ? t('passkey.unnamed') : name);
  const detailOf = ({ sinceMs, usedMs }: Passkey): string =>
    usedMs === 0 ? t('passkey.since', { time: at(sinceMs) }) : t('passkey.used', { time: at(usedMs) });
  const close = () => {
    setOpen(null);
    loaded.reload();
  };
  return (
    <>
      <LoadedPage
        title={t('passkey.title')}
        loaded={loaded}
        render={(value) => (
          <>
            <RowList heading={t('passkey.own')}>
              {value.list.length === 0 && <Row title={t('passkey.none')} />}
              {value.list.map((passkey) => (
                <Row
                  key={passkey.id}
                  title={nameOf(passkey)}
                  detail={detailOf(passkey)}
                  value=""
                  onPress={() => setOpen(passkey)}
                />
              ))}
            </RowList>
            <p className={styles.note}>{t(value.isPossible ? 'passkey.what' : 'passkey.off')}</p>
            {value.isPossible && (
              <RowList>
                <Row centre title={t('passkey.add')} onPress={() => setOpen('new')} />
              </RowList>
            )}
            {open === 'new' && <AddPasskey onClose={close} />}
            {open !== null && open !== 'new' && (
              <EditPasskey
                passkey={open}
                name={nameOf(open)}
                withProof={withProof}
                onRemove={() => {
                  setOpen(null);
                  void remove(open, nameOf(open));
                }}
                onClose={close}
              />
            )}
          </>
        )}
      />
      {sheet}
    </>
  );
}

/** Asks for the password, then for the device's confirmation; then the passkey is registered (PASSKEY-1). */
function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const add = async (password: string): Promise<FormProblem | null> => {
    const question = await actions.beginPasskey(password);
    if (!question.ok) return atPassword(t, question.reason, password);
    const passkey = await makePasskey(question.value);
    if (!passkey.ok) return t(`passkey.why.${passkey.why}`);
    const answer = await actions.addPasskey(passkey.answer, '');
    if (!answer.ok) return failureText(t, answer.reason);
    toasts.show(t('passkey.added'));
    return null;
  };
  return (
    <PasswordSheet
      title={t('passkey.add')}
      confirm={t('passkey.next')}
      label={t('passkey.password')}
      onPassword={add}
      onClose={onClose}
    >
      <p className={styles.words}>{t('passkey.addText')}</p>
    </PasswordSheet>
  );
}

function EditPasskey({
  passkey,
  name: displayName,
  withProof,
  onRemove,
  onClose,
}: {
  readonly passkey: Passkey;
  readonly name: string;
  readonly withProof: ProofFirst;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [name, setName] = useState(displayName);
  const submit = async (): Promise<string | null> => {
    const answer = await withProof(() => actions.renamePasskey(passkey.id, name.trim()));
    return answer.ok ? null : failureText(t, answer.reason);
  };
  return (
    <FormSheet open title={t('passkey.edit')} confirm={t('passkey.save')} onSubmit={submit} onClose={onClose}>
      <TextField label={t('passkey.name')} maxLength={passkeyLimits.nameMax} value={name} onValue={setName} />
      <Button kind="quietDanger" aria-label={t('passkey.removeOf', { name: displayName })} onClick={onRemove}>
        {t('passkey.remove')}
      </Button>
    </FormSheet>
  );
}
