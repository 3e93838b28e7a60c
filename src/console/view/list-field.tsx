import { useConsole } from './context.ts';

interface Props {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A list of lines, typed, pasted or read from a file. */
export function ListField({ id, value, onChange }: Props) {
  const { t } = useConsole();
  return (
    <>
      <textarea
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
