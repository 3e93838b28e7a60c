import { useId, useState } from 'react';
import type { SectionProps } from './console-app.tsx';
import styles from './settings.module.css';
import { useConsole } from './context.ts';
import { Shown } from './parts.tsx';
import { useShow } from './use-show.ts';

type Takes =
  | { readonly kind: 'text' | 'path'; readonly max: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly of: readonly number[] }
  | { readonly kind: 'words' };

interface Setting {
  readonly path: string;
  readonly rule: string;
  readonly help: string;
  readonly takes: Takes;
  readonly isSecret: boolean;
  readonly value: string;
}

/** One row for each setting: its effect, its rule, and its current value (CONSOLE-4). */
export function Settings({ round }: Pick<SectionProps, 'round'>) {
  const loaded = useShow<{ readonly rows: readonly Setting[] }>('settings', {}, round);
  return (
    <Shown of={loaded}>
      {({ rows }) => (
        <ul className={styles.settings}>
          {rows.map((setting) => (
            <SettingRow key={`${setting.path} ${setting.value}`} setting={setting} />
          ))}
        </ul>
      )}
    </Shown>
  );
}

function SettingRow({ setting }: { readonly setting: Setting }) {
  const { ask, t } = useConsole();
  const [saved, setSaved] = useState(setting.value);
  const [value, setValue] = useState(setting.value);
  const [told, setTold] = useState('');
  const [id, help] = [useId(), useId()];
  const save = async () => {
    const said = await ask.run('config set', { setting: setting.path, value });
    const isDone = said.kind === 'data' && said.data.isDone;
    if (isDone) setSaved(value);
    // The first line repeats the setting.
    setTold(isDone ? [t('done'), ...said.data.lines.slice(1)].join(' ') : reasonOf(said, t('away')));
  };
  return (
    <li className={styles.setting}>
      <label htmlFor={id}>
        <strong>{setting.help}</strong>
        <span id={help}>
          {setting.path} · {setting.rule}
          {setting.isSecret && ` · ${t('secret')}`}
        </span>
      </label>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ValueField id={id} help={help} setting={setting} value={value} onChange={setValue} />
        <button type="submit" disabled={value === saved} aria-describedby={help}>
          {t('save')}
        </button>
        <output>{told}</output>
      </form>
    </li>
  );
}

type Run = Awaited<ReturnType<ReturnType<typeof useConsole>['ask']['run']>>;

function reasonOf(said: Run, away: string): string {
  if ('reason' in said) return said.reason;
  return said.kind === 'data' ? said.data.lines.join('\n') : away;
}

interface ValueProps {
  readonly id: string;
  readonly help: string;
  readonly setting: Setting;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ValueField({ id, help, setting: { takes, isSecret }, value, onChange }: ValueProps) {
  const shared = { id, 'aria-describedby': help, value };
  if (takes.kind === 'flag' || takes.kind === 'choice') {
    const values = takes.kind === 'flag' ? ['0', '1'] : takes.of.map(String);
    return (
      <select {...shared} onChange={(event) => onChange(event.target.value)}>
        {values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    );
  }
  const number = takes.kind === 'number' ? { type: 'number', min: takes.min, max: takes.max } : {};
  return (
    <input
      {...shared}
      {...number}
      {...(isSecret && { type: 'password', autoComplete: 'new-password' })}
      maxLength={takes.kind === 'text' || takes.kind === 'path' ? takes.max : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
