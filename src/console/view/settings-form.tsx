import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import console from './console.module.css';
import { useConsole } from './context.ts';
import { ServiceTest } from './service-test.tsx';
import { isInForm } from './services.tsx';
import type { Service } from './services.tsx';
import { SettingField } from './setting-field.tsx';
import { changedValues, visibleRows, withDraft, withoutDrafts } from './setting-rows.ts';
import type { Drafts, SettingRow } from './setting-rows.ts';
import type { SettingGroup } from './settings.tsx';
import styles from './settings.module.css';

interface Props {
  readonly group: SettingGroup;
  readonly rows: readonly SettingRow[];
  readonly services: readonly Service[];
  readonly drafts: Drafts;
  readonly onDrafts: (next: Drafts) => void;
  readonly onSaved: () => void;
}

type Faults = Readonly<Record<string, string>>;

/** All settings of a group. Every wrong value shows its reason, and the first of them gets the focus. */
export function SettingsForm({ group, rows, services, drafts, onDrafts, onSaved }: Props) {
  const { ask, t } = useConsole();
  const [faults, setFaults] = useState<Faults>({});
  const [messages, setMessages] = useState<readonly string[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fixed = services.flatMap(({ own }) => (own?.isFixed === true ? [own.service] : []));
  const visible = visibleRows(rows, group.id, drafts).filter(({ service }) => !fixed.includes(service ?? ''));
  const changed = visible.filter(({ key }) => drafts[key] !== undefined);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const changes = changedValues(visible, drafts);
    const keys = Object.keys(changes);
    if (keys.length === 0) return;
    setIsSaving(true);
    const reply = await ask.execute('settings set', changes);
    setIsSaving(false);
    if (reply.kind === 'data' && reply.data.isDone) {
      setFaults({});
      // The first lines repeat the settings.
      setMessages([t('savedNow'), ...reply.data.lines.slice(keys.length)]);
      onDrafts(withoutDrafts(drafts, keys));
      return onSaved();
    }
    const newFaults = reply.kind === 'data' ? (reply.data.faults ?? {}) : {};
    setFaults(newFaults);
    setMessages(Object.keys(newFaults).length > 0 ? [t('notSaved')] : reasonsOf(reply, t('away')));
    const first = visible.find(({ key }) => newFaults[key] !== undefined);
    const fields = form.current?.querySelectorAll<HTMLElement>(`[data-setting="${first?.key}"] [name]`);
    // The last one has the typed value; a choice before it only says that there is one.
    fields?.[fields.length - 1]?.focus();
  };
  const change = (row: SettingRow, value: string | null) => {
    setMessages([]);
    setFaults(Object.fromEntries(Object.entries(faults).filter(([key]) => key !== row.key)));
    onDrafts(withDraft(drafts, row, value));
  };
  const shared = { drafts, faults, onChange: change };
  return (
    <form ref={form} noValidate aria-label={group.title} onSubmit={(event) => void save(event)}>
      <Fields rows={visible.filter(({ service }) => !service)} {...shared} />
      {services
        .filter((one) => one.group === group.id && isInForm(one))
        .map((service) => (
          <ServicePart
            key={service.title}
            service={service}
            rows={visible.filter((row) => row.service === service.own?.service)}
            onFaults={setFaults}
            {...shared}
          />
        ))}
      <SaveBar
        text={messages.join(' ')}
        count={changed.length}
        isSaving={isSaving}
        onDiscard={() => {
          setFaults({});
          setMessages([]);
          const keys = changed.map(({ key }) => key);
          onDrafts(withoutDrafts(drafts, keys));
        }}
      />
    </form>
  );
}

interface FieldsProps {
  readonly rows: readonly SettingRow[];
  readonly drafts: Drafts;
  readonly faults: Faults;
  readonly onChange: (row: SettingRow, value: string | null) => void;
}

const Fields = ({ rows, drafts, faults, onChange }: FieldsProps) => (
  <div className={styles.settings}>
    {rows.map((row) => (
      <SettingField
        key={row.key}
        row={row}
        draft={drafts[row.key] ?? null}
        fault={faults[row.key] ?? null}
        onChange={(value) => onChange(row, value)}
      />
    ))}
  </div>
);

interface PartProps extends FieldsProps {
  readonly service: Service;
  readonly onFaults: (faults: Faults) => void;
}

/** The settings of one service, with its state and a test of the values that are shown. */
function ServicePart({ service, onFaults, ...fields }: PartProps) {
  const { rows, drafts } = fields;
  const { t } = useConsole();
  const { title, state, cause, own } = service;
  const [on] = rows;
  const isOn = on !== undefined && (drafts[on.key] ?? on.value) === '1';
  return (
    <section className={styles.part} aria-label={title} data-state={state}>
      <h3>
        {title} <em className={styles.state}>{t(`service_${state}`)}</em>
      </h3>
      {cause !== null && <p className={styles.fault}>{cause}</p>}
      <Fields {...fields} />
      {own && isOn && <ServiceTest own={own} drafts={changedValues(rows, drafts)} onFaults={onFaults} />}
    </section>
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

type Run = Awaited<ReturnType<ReturnType<typeof useConsole>['ask']['execute']>>;

function reasonsOf(reply: Run, away: string): readonly string[] {
  if ('reason' in reply) return [reply.reason];
  return reply.kind === 'data' ? reply.data.lines : [away];
}
