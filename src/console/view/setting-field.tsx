import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useConsole } from './context.ts';
import { logoLimits as limits } from '../../domain/account-limits.ts';
import { keepTypingGroups } from '../../app/kit/typing-groups.ts';
import { base64Of } from '../platform/browser.ts';
import type { Said } from '../platform/ask.ts';
import logoFieldStyles from './logo-field.module.css';
import { NumberField } from './number-field.tsx';
import type { SettingRow, Takes } from './setting-rows.ts';
import styles from './settings.module.css';

interface Props {
  readonly row: SettingRow;
  /** Null: as it is stored. */
  readonly draft: string | null;
  readonly fault: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Attributes that connect a control with its texts. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

/** One setting: name, effect, control, and the reason of a refusal. Its name in the protocol is a tooltip. */
export function SettingField({ row, draft, fault, onChange }: Props) {
  const [id, help, error] = [useId(), useId(), useId()];
  const { takes, label } = row;
  const ids: FieldIds = {
    id,
    'aria-describedby': fault === null ? help : `${help} ${error}`,
    'aria-invalid': fault !== null,
  };
  const value = draft ?? row.value;
  const isGroup = takes.kind === 'choice';
  return (
    <div
      className={styles.setting}
      data-setting={row.key}
      data-kind={takes.kind}
      title={`${row.key} · ${row.rule}`}
      {...(isGroup && { role: 'radiogroup', 'aria-labelledby': id, 'aria-describedby': help })}
    >
      <div className={styles.words}>
        {isGroup ? <strong id={id}>{label}</strong> : <label htmlFor={id}>{label}</label>}
        <span id={help}>{row.help}</span>
      </div>
      <div className={styles.control}>
        <Control ids={ids} row={row} schema={takes} value={value} draft={draft} onChange={onChange} />
        {fault !== null && (
          <p id={error} role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
    </div>
  );
}

interface ControlProps extends Pick<Props, 'row' | 'draft' | 'onChange'> {
  readonly ids: FieldIds;
  readonly schema: Takes;
  readonly value: string;
}

function Control({ ids, row, schema, value, draft, onChange }: ControlProps) {
  const name = row.key;
  switch (schema.kind) {
    case 'switch':
      return (
        <input
          {...ids}
          name={name}
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={value === '1'}
          onChange={(event) => onChange(event.target.checked ? '1' : '0')}
        />
      );
    case 'choice':
      return schema.of.map((one) => (
        <label key={one.value} className={styles.choice}>
          <input
            name={name}
            type="radio"
            checked={value === one.value}
            onChange={() => onChange(one.value)}
          />
          {one.label}
        </label>
      ));
    case 'number':
      return (
        <NumberField
          ids={ids}
          name={name}
          label={row.label}
          schema={schema}
          value={value}
          onChange={onChange}
        />
      );
    case 'path':
      return <LogoField ids={ids} value={row.value} />;
    case 'list':
      return <TextInput ids={ids} name={name} value={value} onChange={onChange} />;
    case 'text':
      if (schema.isSecret) return <SecretField ids={ids} row={row} draft={draft} onChange={onChange} />;
      return (
        <TextInput ids={ids} name={name} value={value} isLong={schema.isLong === true} onChange={onChange} />
      );
  }
}

interface TextProps {
  readonly ids: FieldIds;
  readonly name: string;
  readonly value: string;
  readonly isLong?: boolean;
  readonly onChange: (value: string) => void;
}

/** Longer texts than allowed are refused with a reason; a limit of the field would cut a pasted text. */
function TextInput({ ids, name, value, isLong = false, onChange }: TextProps) {
  const shared = { ...ids, name, value, autoComplete: 'off' };
  return isLong ? (
    <textarea
      {...shared}
      ref={keepTypingGroups}
      rows={3}
      onChange={(event) => onChange(event.target.value)}
    />
  ) : (
    <input {...shared} onChange={(event) => onChange(event.target.value)} />
  );
}

/** A stored password is never in the page: typing replaces it, and a button removes it. */
function SecretField({
  ids,
  row,
  draft,
  onChange,
}: Pick<ControlProps, 'ids' | 'row' | 'draft' | 'onChange'>) {
  const { t } = useConsole();
  const isRemoved = draft === '' && row.isSet;
  return (
    <div className={styles.line}>
      <input
        {...ids}
        name={row.key}
        type="password"
        autoComplete="new-password"
        value={draft ?? ''}
        placeholder={isRemoved ? t('secretGoes') : row.isSet ? t('secretSet') : ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      {row.isSet && (
        <button type="button" onClick={() => onChange(isRemoved ? null : '')}>
          {t(isRemoved ? 'keep' : 'remove')}
        </button>
      )}
    </div>
  );
}

interface LogoFieldProps {
  /** Address of the present logo; empty: the icon of the product. */
  readonly value: string;
  readonly ids: FieldIds;
}

/** Uploads and removes the logo: pages load no picture from another host (CONF-31). */
export function LogoField({ value, ids }: LogoFieldProps) {
  const { ask, t } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  const [logo, setLogo] = useState(value);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState('');
  const end = (reply: Said<unknown>, next: string | null) => {
    setIsBusy(false);
    if (next !== null) setLogo(next);
    setMessage(next !== null ? t('done') : 'reason' in reply ? reply.reason : t('away'));
  };
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file may be chosen again after a refusal.
    target.value = '';
    if (file === undefined) return;
    if (file.size > limits.bytesMax) return setMessage(t('logoLarge', { kb: limits.bytesMax / 1_024 }));
    setIsBusy(true);
    const reply = await ask.setLogo(await base64Of(file));
    end(reply, reply.kind === 'data' ? reply.data.logo : null);
  };
  const remove = async () => {
    setIsBusy(true);
    const reply = await ask.execute('settings set', { 'sysInfo.logo': '' });
    end(reply, reply.kind === 'data' && reply.data.isDone ? '' : null);
  };
  return (
    <div className={logoFieldStyles.logo}>
      {logo !== '' && <img src={logo} alt={t('logoNow')} />}
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => void upload(event)}
      />
      <button type="button" disabled={isBusy} {...ids} onClick={() => input.current?.click()}>
        {t('logoChoose')}
      </button>
      {logo !== '' && (
        <button
          type="button"
          disabled={isBusy}
          aria-describedby={ids['aria-describedby']}
          onClick={() => void remove()}
        >
          {t('logoRemove')}
        </button>
      )}
      <output>{message}</output>
    </div>
  );
}
