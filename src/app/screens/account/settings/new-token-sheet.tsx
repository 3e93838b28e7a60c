import { type ReactNode, useId, useState } from 'react';
import { rows } from '../../../../client/state/selectors.ts';
import type { Bot, NewToken } from '../../../../client/interface/bots.ts';
import { TOKEN_DAYS, TOKEN_RIGHTS, type TokenDays, botLimits } from '../../../../domain/bots.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceList } from '../../../kit/choice-list.tsx';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row } from '../../../kit/row.tsx';
import { Select } from '../../../kit/select.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { failureText } from '../../../shared/failure-text.ts';
import type { ProofFirst } from './use-proof.tsx';
import styles from './second-step.module.css';

const EMPTY: NewToken = { bot: 0, name: '', right: 'read', chats: [], days: 90 };

interface NewTokenProps {
  readonly bots: readonly Bot[];
  readonly withProof: ProofFirst;
  readonly onToken: (token: string) => void;
  readonly onClose: () => void;
}

/** The form for a new token: its user, its right, its chats and its expiry (BOT-4). */
export function NewTokenSheet({ bots, withProof, onToken, onClose }: NewTokenProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [form, setForm] = useState(EMPTY);
  const [isChosen, setChosen] = useState(false);
  const set = (change: Partial<NewToken>) => setForm({ ...form, ...change });
  const submit = async (): Promise<FormProblem | null> => {
    if (form.name.trim() === '') return { field: 'name', text: t('tokens.needName') };
    const chats = isChosen && form.bot === 0 ? form.chats : [];
    if (isChosen && form.bot === 0 && chats.length === 0) return t('tokens.needChats');
    const answer = await withProof(() => actions.addToken({ ...form, name: form.name.trim(), chats }));
    if (!answer.ok) return failureText(t, answer.reason);
    onToken(answer.value);
    return null;
  };
  return (
    <FormSheet open title={t('tokens.add')} confirm={t('bots.create')} onSubmit={submit} onClose={onClose}>
      <TextField
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        name="name"
        maxLength={botLimits.tokenNameMax}
        value={form.name}
        onValue={(name) => set({ name })}
      />
      {bots.length > 0 && <Owner bots={bots} value={form.bot} onChange={(bot) => set({ bot })} />}
      <ChoiceList
        label={t('tokens.rightLabel')}
        value={form.right}
        choices={TOKEN_RIGHTS.map((value) => ({ value, label: t(`tokens.right.${value}`) }))}
        onChoose={(right) => set({ right })}
      />
      <Labelled label={t('tokens.days')}>
        {(id) => (
          <Select
            id={id}
            value={form.days}
            onChange={(event) => set({ days: Number(event.target.value) as TokenDays })}
          >
            {TOKEN_DAYS.map((days) => (
              <option key={days} value={days}>
                {days === 0 ? t('tokens.never') : t('tokens.dayCount', { count: days })}
              </option>
            ))}
          </Select>
        )}
      </Labelled>
      {form.bot === 0 && (
        <div className={styles.rows}>
          <Row
            title={t('tokens.chosen')}
            detail={t('tokens.chosenHint')}
            end={<Switch label={t('tokens.chosen')} checked={isChosen} onChange={setChosen} />}
          />
          {isChosen && <Chats chats={form.chats} onChats={(chats) => set({ chats })} />}
        </div>
      )}
    </FormSheet>
  );
}

/** The user, or one of their bots. */
function Owner({
  bots,
  value,
  onChange,
}: {
  readonly bots: readonly Bot[];
  readonly value: number;
  readonly onChange: (bot: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <Labelled label={t('tokens.owner')}>
      {(id) => (
        <Select id={id} value={value} onChange={(event) => onChange(Number(event.target.value))}>
          <option value={0}>{t('tokens.ofMe')}</option>
          {bots.map((bot) => (
            <option key={bot.id} value={bot.id}>
              {bot.name}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  );
}

/** A list with its label above. */
function Labelled({
  label,
  children,
}: {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.hint} htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** The first chats of the list, each with a switch. */
function Chats({
  chats,
  onChats,
}: {
  readonly chats: readonly ContactId[];
  readonly onChats: (chats: readonly ContactId[]) => void;
}) {
  const { t } = useTranslation();
  const all = useStore(rows);
  return all.slice(0, botLimits.chatsMax).map((contact) => {
    const name = contactName(t, contact);
    const change = (on: boolean) =>
      onChats(on ? [...chats, contact.id] : chats.filter((id) => id !== contact.id));
    return (
      <Row
        key={contact.id}
        title={name}
        end={<Switch label={name} checked={chats.includes(contact.id)} onChange={change} />}
      />
    );
  });
}
