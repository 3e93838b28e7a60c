import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { AccountField } from '../account-field.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { LoadedPage } from './loaded-page.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { atPassword } from '../../../shared/at-password.ts';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { Button } from '../../../kit/button.tsx';
import { copyText } from '../../../kit/copy-text.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { codePicture } from '../../../platform/code-picture.ts';
import { PasswordSheet } from './password-sheet.tsx';
import styles from './second-step.module.css';

interface SetUp {
  readonly secret: string;
  readonly uri: string;
}

/** Password, then the app, then one of its codes, then the recovery codes, once (SECOND-1). */
function SetUpSecondStep({ onClose }: { readonly onClose: () => void }) {
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (setUp !== null) return <Confirm setUp={setUp} onCodes={setCodes} onClose={onClose} />;
  return <Password onSetUp={setSetUp} onClose={onClose} />;
}

function Password({
  onSetUp,
  onClose,
}: {
  readonly onSetUp: (setUp: SetUp) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const begin = async (password: string): Promise<FormProblem | null> => {
    const answer = await actions.beginSecondStep(password);
    if (!answer.ok) return atPassword(t, answer.reason, password);
    onSetUp(answer.value);
    return '';
  };
  return (
    <PasswordSheet
      title={t('second.turnOn')}
      confirm={t('second.next')}
      label={t('second.password')}
      onPassword={begin}
      onClose={onClose}
    />
  );
}

const CODE_PX = 400;
/** Groups of four characters, for reading aloud. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function Confirm({
  setUp: { secret, uri },
  onCodes,
  onClose,
}: {
  readonly setUp: SetUp;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [otp, setOtp] = useState('');
  const [picture, setPicture] = useState('');
  useEffect(() => {
    let isClosed = false;
    const draw = async () => {
      const picture = await codePicture(uri, CODE_PX);
      if (!isClosed) setPicture(picture);
    };
    void draw();
    return () => {
      isClosed = true;
    };
  }, [uri]);
  const submit = async (): Promise<FormProblem | null> => {
    if (otp.trim() === '') return { field: 'otp', text: t('second.needOtp') };
    const answer = await actions.confirmSecondStep(otp.trim());
    if (!answer.ok) return atPassword(t, answer.reason, '');
    onCodes(answer.value);
    return '';
  };
  return (
    <FormSheet open title={t('second.turnOn')} confirm={t('second.next')} onSubmit={submit} onClose={onClose}>
      <p className={styles.words}>{t('second.scan')}</p>
      <div className={styles.picture}>
        {picture !== '' && <img src={picture} alt={t('second.picture')} width={200} height={200} />}
      </div>
      <p className={styles.key}>
        {t('second.key')} <code>{inFours(secret)}</code>
      </p>
      <TextField
        label={t('second.otp')}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={otp}
        onValue={setOtp}
      />
    </FormSheet>
  );
}

function RecoveryCodes({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toasts.show(t('common.copied'));
  };
  return (
    <Sheet open onClose={onClose} title={t('second.recoveryTitle')}>
      <div className={styles.codes}>
        <p className={styles.words}>{t('second.recovery')}</p>
        <ul className={styles.list}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Button block onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
        <Button block kind="primary" onClick={onClose}>
          {t('second.saved')}
        </Button>
      </div>
    </Sheet>
  );
}

/** `?view=second` The second login step: on, off, and the remaining recovery codes (SECOND-5). */
export default function SecondStepPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad('second', () => actions.secondStep());
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    loaded.reload();
  };
  return (
    <LoadedPage
      title={t('second.title')}
      loaded={loaded}
      render={(value) => (
        <>
          <RowList>
            <Row
              title={t('second.title')}
              detail={value.on ? t('second.left', { count: value.recovery }) : undefined}
              value={t(value.on ? 'second.on' : 'second.off')}
            />
          </RowList>
          <p className={styles.note}>{t('second.what')}</p>
          <RowList>
            <Row
              centre
              danger={value.on}
              title={t(value.on ? 'second.turnOff' : 'second.turnOn')}
              onPress={() => setOpen(true)}
            />
          </RowList>
          {open && (value.on ? <EndSecondStep onClose={close} /> : <SetUpSecondStep onClose={close} />)}
        </>
      )}
    />
  );
}

/** Only with the password and a code (SECOND-5). */
function EndSecondStep({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [form, setForm] = useState({ password: '', otp: '' });
  const submit = async (): Promise<FormProblem | null> => {
    if (form.password === '') return { field: 'password', text: t('rule.needPassword') };
    if (form.otp.trim() === '') return { field: 'otp', text: t('second.needOtp') };
    const answer = await actions.endSecondStep(form.password, form.otp.trim());
    if (!answer.ok) return atPassword(t, answer.reason, form.password);
    toasts.show(t('second.ended'));
    return null;
  };
  return (
    <FormSheet
      open
      title={t('second.turnOff')}
      confirm={t('second.turnOff')}
      onSubmit={submit}
      onClose={onClose}
    >
      <AccountField />
      <TextField
        label={t('second.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={form.password}
        onValue={(password) => setForm({ ...form, password })}
      />
      <TextField
        label={t('second.otpOr')}
        name="otp"
        autoComplete="one-time-code"
        maxLength={32}
        value={form.otp}
        onValue={(otp) => setForm({ ...form, otp })}
      />
    </FormSheet>
  );
}
