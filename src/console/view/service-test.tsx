import { useEffect, useId, useRef, useState } from 'react';
import type { CommandResult, Said } from '../platform/ask.ts';
import { useConsole } from './context.ts';
import type { OwnService } from './services.tsx';
import styles from './settings.module.css';

interface Props {
  readonly own: OwnService;
  /** Values of the form that are not saved yet: the test uses them. */
  readonly drafts: Readonly<Record<string, string>>;
  readonly onFaults: (faults: Readonly<Record<string, string>>) => void;
}

interface Outcome {
  readonly isGood: boolean;
  readonly lines: readonly string[];
}

/** Tries a service with the values of the form, and shows what failed (CONSOLE-15). */
export function ServiceTest({ own: { test, field }, drafts, onFaults }: Props) {
  const { ask, t } = useConsole();
  const [fieldText, setFieldText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [id, result] = [useId(), useId()];
  const outputRef = useRef<HTMLOutputElement>(null);
  // The bar that saves the form would cover it.
  useEffect(() => {
    if (outcome !== null) outputRef.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  const isLacking = field?.isNeeded === true && fieldText.trim() === '';
  const startTest = async () => {
    setIsBusy(true);
    setOutcome(null);
    const reply = await ask.execute(test, { ...drafts, ...(field && { [field.name]: fieldText }) });
    setIsBusy(false);
    const faults = reply.kind === 'data' ? (reply.data.faults ?? {}) : {};
    onFaults(faults);
    setOutcome(
      Object.keys(faults).length > 0
        ? { isGood: false, lines: [t('testFaults')] }
        : outcomeOf(reply, t('away')),
    );
  };
  return (
    <div className={styles.test}>
      <div className={styles.line}>
        {field && (
          <>
            <label htmlFor={id}>{field.label}</label>
            <input
              id={id}
              value={fieldText}
              autoComplete="off"
              onChange={(event) => setFieldText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Otherwise the form around it is saved.
                event.preventDefault();
                if (!isLacking && !isBusy) void startTest();
              }}
            />
          </>
        )}
        <button
          type="button"
          disabled={isBusy || isLacking}
          aria-describedby={result}
          onClick={() => void startTest()}
        >
          {t(isBusy ? 'testing' : 'test')}
        </button>
      </div>
      <output ref={outputRef} id={result} data-good={outcome?.isGood}>
        {outcome?.lines.join('\n')}
      </output>
    </div>
  );
}

function outcomeOf(reply: Said<CommandResult>, away: string): Outcome {
  if (reply.kind === 'data') return { isGood: reply.data.isDone, lines: reply.data.lines };
  return { isGood: false, lines: ['reason' in reply ? reply.reason : away] };
}
