import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { keepTypingGroups } from '../../app/kit/typing-groups.ts';
import type { CommandResult, Said } from '../platform/ask.ts';
import styles from './console.module.css';
import { useConsole } from './context.ts';
import { FOR_GOOD } from './sections.ts';

/** A command as the server describes it. */
export interface Command {
  readonly words: string;
  readonly name: string;
  readonly help: string;
  readonly saves: boolean;
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly isRequired: boolean;
    readonly isLong?: boolean;
    readonly of: readonly { readonly value: string; readonly label: string }[] | null;
  }[];
}

interface Props {
  readonly command: Command;
  /** Prefilled values, by the name of the field. */
  readonly prefill: Readonly<Record<string, string>>;
  /** Something may have changed. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

type State = { readonly kind: 'asked' } | { readonly kind: 'running' } | Said<CommandResult>;

/** The form of one command, and then its outcome. */
export function CommandDialog({ command, prefill, onDone, onClose }: Props) {
  const { ask, saveFile, t } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const [state, setState] = useState<State>({ kind: 'asked' });
  const [values, setValues] = useState(prefill);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const isDone = state.kind === 'file' || (state.kind === 'data' && state.data.isDone);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState({ kind: 'running' });
    const reply = await ask.execute(command.words, values);
    if (reply.kind === 'file') saveFile(reply.name, reply.file);
    setState(reply);
    if (reply.kind === 'file' || (reply.kind === 'data' && reply.data.isDone)) onDone();
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>{command.name}</h2>
      <p className={styles.words}>{command.help}</p>
      <form onSubmit={(event) => void submit(event)}>
        {isDone ||
          command.fields.map((field) => (
            <CommandField
              key={field.name}
              field={field}
              isFixed={prefill[field.name] !== undefined}
              value={values[field.name] ?? ''}
              onChange={(value) => setValues({ ...values, [field.name]: value })}
            />
          ))}
        {command.words === 'notice publish' && !isDone && (
          <AnnouncementPreview title={values['title'] ?? ''} text={values['text'] ?? ''} />
        )}
        <Outcome state={state} fields={command.fields} />
        <div className={styles.buttons}>
          {isDone || (
            <button
              type="submit"
              disabled={state.kind === 'running'}
              className={FOR_GOOD.includes(command.words) ? styles.danger : styles.primary}
            >
              {state.kind === 'running' ? t('running') : command.name}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {t('close')}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** The name of the field that takes a whole list. */
const LIST = 'list';

interface FieldProps {
  readonly field: Command['fields'][number];
  readonly isFixed: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function CommandField({ field, isFixed, value, onChange }: FieldProps) {
  const { t } = useConsole();
  const id = useId();
  const shared = { id, value, required: field.isRequired, autoComplete: 'off' };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {field.label}
        {field.isRequired || <small> ({t('optional')})</small>}
      </label>
      {field.name === LIST ? (
        <ListField id={id} value={value} onChange={onChange} />
      ) : field.isLong ? (
        <textarea
          {...shared}
          ref={keepTypingGroups}
          rows={5}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : field.of === null ? (
        <input {...shared} readOnly={isFixed} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <select {...shared} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('choose')}</option>
          {field.of.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** Lines of the server, with the labels of the form in place of options of the command line. */
const labelled = (lines: readonly string[], fields: Command['fields']): string =>
  fields
    .filter(({ name }) => name.startsWith('--'))
    .reduce((text, { name, label }) => text.replaceAll(name, `"${label}"`), lines.join('\n'));

/** The outcome of the command, announced to screen readers. */
function Outcome({ state, fields }: { readonly state: State; readonly fields: Command['fields'] }) {
  const { t } = useConsole();
  switch (state.kind) {
    case 'asked':
    case 'running':
      return <output className={styles.outcome} />;
    case 'data':
      return (
        <output className={styles.outcome}>
          <strong>{state.data.isDone ? t('done') : t('notDone')}</strong>
          <CopyLink text={state.data.lines.join('\n')} />
          {otherLines(state.data.lines).length > 0 && (
            <pre>{labelled(otherLines(state.data.lines), fields)}</pre>
          )}
        </output>
      );
    case 'file':
      return <output className={styles.outcome}>{t('saved', { name: state.name })}</output>;
    case 'signedOut':
      return <output className={styles.outcome}>{t('signedOut')}</output>;
    case 'refused':
    case 'unproved':
    case 'noSecondStep':
      return <output className={styles.outcome}>{state.reason}</output>;
    case 'away':
      return <output className={styles.outcome}>{t('away')}</output>;
  }
}

/** The announcement as users read it, while it is typed. */
function AnnouncementPreview({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useConsole();
  if (title.trim() === '' && text.trim() === '') return null;
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <small>{t('preview')}</small>
      <strong dir="auto">{title.trim()}</strong>
      <p dir="auto">{text.trim()}</p>
    </section>
  );
}

const LINK = /https?:\/\/\S+/;
/** Without a line that is the link alone, which has its own field. */
const otherLines = (lines: readonly string[]): readonly string[] => {
  const link = LINK.exec(lines.join('\n'))?.[0];
  return lines.filter((line) => line.trim() !== link);
};

/** The first link of an answer, such as that of an invitation: it is too long to type (CONSOLE-16). */
function CopyLink({ text }: { readonly text: string }) {
  const { t, copy } = useConsole();
  const [isCopied, setIsCopied] = useState(false);
  const link = LINK.exec(text)?.[0];
  if (link === undefined) return null;
  return (
    <span className={styles.link}>
      <input
        readOnly
        dir="ltr"
        value={link}
        aria-label={t('address')}
        onFocus={({ target }) => target.select()}
      />
      {copy !== null && (
        <button type="button" className={styles.primary} onClick={() => void copy(link).then(setIsCopied)}>
          {t(isCopied ? 'linkCopied' : 'copyLink')}
        </button>
      )}
    </span>
  );
}

interface ListFieldProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A list of lines, typed, pasted or read from a file. */
function ListField({ id, value, onChange }: ListFieldProps) {
  const { t } = useConsole();
  return (
    <>
      <textarea
        ref={keepTypingGroups}
        id={id}
        rows={8}
        required
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label={t('listFile')}
        onChange={({ target }) => void target.files?.[0]?.text().then(onChange)}
      />
    </>
  );
}
