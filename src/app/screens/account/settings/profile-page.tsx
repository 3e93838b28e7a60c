import { Camera } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ProfileForm } from '../../../../client/interface/account.ts';
import type { SelfFacts } from '../../../../domain/events.ts';
import { textLimits } from '../../../../domain/limits.ts';
import { mayRename } from '../../../../domain/permissions.ts';
import { emailProblem, lengthOf, newNicknameProblem } from '../../../../domain/validation.ts';
import { PROBLEM_TEXT } from '../../../i18n/problem-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { Button } from '../../../kit/button.tsx';
import { ChoiceList } from '../../../kit/choice-list.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { useEdits } from '../../../shared/use-edits.ts';
import { Page } from '../../../kit/page.tsx';
import { TextArea } from '../../../kit/text-area.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useLeaveGuard } from '../../../kit/use-leave-guard.ts';
import { CropSheet } from './cut-sheet.tsx';
import styles from './mine.module.css';

const SEXES = [2, 1, 0] as const;
const FIELDS = ['realname', 'email', 'sex', 'motto'] as const;
type Field = 'realname' | 'email' | 'motto';

/** `/pages/mine/profile` The user's profile for others. */
export default function ProfilePage() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  return (
    <Page cards bar={<TopBar title={t('title.profile')} />}>
      {self !== null && <Face self={self} />}
      {self !== null && <Form self={self} />}
    </Page>
  );
}

function Face({ self }: { readonly self: SelfFacts }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <section className={styles.face}>
      <button
        type="button"
        className={styles.faceButton}
        aria-label={t('profile.changePicture')}
        title={t('profile.changePicture')}
        onClick={() => input.current?.click()}
      >
        <Avatar id={self.id} name={self.realname} src={self.avatar} size={80} />
        <span className={styles.faceMark}>
          <Camera size={16} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        aria-label={t('profile.changePicture')}
        onChange={(event) => {
          setFile(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
      <p className={styles.soft}>{self.account}</p>
      {file !== null && <CropSheet file={file} onClose={() => setFile(null)} />}
    </section>
  );
}

const formOf = ({ realname, email, sex, motto }: SelfFacts): ProfileForm => ({ realname, email, sex, motto });

/** The profile while it is being changed: leaving then asks first. */
function useProfileForm(self: SelfFacts) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const { values: form, set: change, save: saveEdits } = useEdits(formOf(self));
  const [problem, setProblem] = useState<{ readonly field: Field | null; readonly words: string } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const stored = formOf(self);
  const changed = FIELDS.some((field) => form[field] !== stored[field]);
  useLeaveGuard(changed, {
    title: t('profile.leaveTitle'),
    text: t('profile.leaveText'),
    confirm: t('profile.leave'),
    danger: true,
  });
  const set = (part: Partial<ProfileForm>) => {
    change(part);
    setProblem(null);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const newProblem = problemOf(form, self.realname);
    if (newProblem !== null)
      return setProblem({ field: newProblem.field, words: t(PROBLEM_TEXT[newProblem.problem]) });
    setBusy(true);
    const refusal = await saveEdits((base) => actions.updateProfile(form, base));
    setBusy(false);
    if (refusal === null) toasts.show(t('common.saved'));
    else setProblem({ field: null, words: refusal });
  };
  return { form, set, problem, busy, changed, save };
}

function Form({ self }: { readonly self: SelfFacts }) {
  const { t } = useTranslation();
  const renames = useStore((state) => mayRename(state.config.sysInfo));
  const { form, set, problem, busy, changed, save } = useProfileForm(self);
  const errorOf = (field: Field) => (problem?.field === field ? problem.words : null);
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)}>
      <TextField
        label={t(renames ? 'reg.nickname' : 'person.realname')}
        autoComplete="nickname"
        readOnly={!renames}
        visibleMax={textLimits.nicknameMax}
        value={form.realname}
        error={errorOf('realname')}
        hint={renames ? undefined : t('profile.nameFixed')}
        onValue={(realname) => set({ realname })}
      />
      <TextField
        label={t('person.email')}
        type="email"
        autoComplete="email"
        value={form.email}
        error={errorOf('email')}
        onValue={(email) => set({ email })}
      />
      <ChoiceList
        label={t('person.sex')}
        value={form.sex}
        choices={SEXES.map((value) => ({ value, label: t(`person.sex.${value}`) }))}
        onChoose={(sex) => set({ sex })}
      />
      <TextArea
        label={t('profile.motto')}
        rows={3}
        maxLength={textLimits.mottoMax}
        value={form.motto}
        error={errorOf('motto')}
        onValue={(motto) => set({ motto })}
      />
      {problem?.field === null && (
        <p className={styles.alert} role="alert">
          {problem.words}
        </p>
      )}
      <Button kind="primary" type="submit" block busy={busy} disabled={!changed}>
        {t('common.save')}
      </Button>
    </form>
  );
}

function problemOf({ realname, email, motto }: ProfileForm, was: string) {
  const name = newNicknameProblem(realname, was);
  if (name !== null) return { field: 'realname', problem: name } as const;
  const mail = email.trim() === '' ? null : emailProblem(email.trim());
  if (mail !== null) return { field: 'email', problem: mail } as const;
  return lengthOf(motto) > textLimits.mottoMax ? ({ field: 'motto', problem: 'tooLong' } as const) : null;
}
