import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import console from './console.module.css';
import { useConsole } from './context.ts';
import { SettingField } from './setting-field.tsx';
import { changedValues, shownRows, withDraft, withoutDrafts } from './setting-rows.ts';
import type { Drafts, SettingRow } from './setting-rows.ts';
import type { SettingGroup } from './settings.tsx';
import styles from './settings.module.css';

interface Props {
  readonly group: SettingGroup;
  readonly rows: readonly SettingRow[];
  readonly drafts: Drafts;
  readonly onDrafts: (next: Drafts) => void;
  readonly onSaved: () => void;
}

type Faults = Readonly<Record<string, string>>;

/** All settings of a group. Every wrong value shows its reason, and the first of them gets the focus. */
export function SettingsForm({ group, rows, drafts, onDrafts, onSaved }: Props) {
  const { ask, t } = useConsole();
  const [faults, setFaults] = useState<Faults>({});
  const [told, setTold] = useState<readonly string[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const shown = shownRows(rows, group.id, drafts);
  const changed = shown.filter(({ key }) => drafts[key] !== undefined);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const given = changedValues(shown, drafts);
    const keys = Object.keys(given);
    if (keys.length === 0) return;
    setIsSaving(true);
    const said = await ask.run('settings set', given);
    setIsSaving(false);
    if (said.kind === 'data' && said.data.isDone) {
      setFaults({});
      // The first lines repeat the settings.
      setTold([t('savedNow'), ...said.data.lines.slice(keys.length)]);
      onDrafts(withoutDrafts(drafts, keys));
      return onSaved();
    }
    const found = said.kind === 'data' ? (said.data.faults ?? {}) : {};
    setFaults(found);
    setTold(Object.keys(found).length > 0 ? [t('notSaved')] : reasonsOf(said, t('away')));
    const first = shown.find(({ key }) => found[key] !== undefined);
    const fields = form.current?.querySelectorAll<HTMLElement>(`[data-setting="${first?.key}"] [name]`);
    // The last one has the typed value; a choice before it only says that there is one.
    fields?.[fields.length - 1]?.focus();
  };
  const change = (row: SettingRow, value: string | null) => {
    setTold([]);
    setFaults(Object.fromEntries(Object.entries(faults).filter(([key]) => key !== row.key)));
    onDrafts(withDraft(drafts, row, value));
  };
  return (
    <form ref={form} noValidate aria-label={group.title} onSubmit={(event) => void save(event)}>
      <div className={styles.settings}>
        {shown.map((row) => (
          <SettingField
            key={row.key}
            row={row}
            draft={drafts[row.key] ?? null}
            fault={faults[row.key] ?? null}
            onChange={(value) => change(row, value)}
          />
        ))}
      </div>
      <SaveBar
        text={told.join(' ')}
        count={changed.length}
        isSaving={isSaving}
        onDiscard={() => {
          setFaults({});
          setTold([]);
          const keys = changed.map(({ key }) => key);
          onDrafts(withoutDrafts(drafts, keys));
        }}
      />
    </form>
  );
}

interface BarProps {
  readonly text: string;
  readonly count: number;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

function SaveBar({ text, count, isSaving, onDiscard }: BarProps) {
  const { t } = useConsole();
  const isIdle = count === 0 || isSaving;
  return (
    <div className={styles.save}>
      <output>{text || (count > 0 ? t('unsavedCount', { count }) : '')}</output>
      <button type="button" disabled={isIdle} onClick={onDiscard}>
        {t('discard')}
      </button>
      <button type="submit" className={console.primary} disabled={isIdle}>
        {t(isSaving ? 'saving' : 'save')}
      </button>
    </div>
  );
}

type Run = Awaited<ReturnType<ReturnType<typeof useConsole>['ask']['run']>>;

function reasonsOf(said: Run, away: string): readonly string[] {
  if ('reason' in said) return [said.reason];
  return said.kind === 'data' ? said.data.lines : [away];
}
