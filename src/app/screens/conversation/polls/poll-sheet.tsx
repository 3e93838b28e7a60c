import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { duration } from '../../../../domain/duration.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { pollLimits as limits } from '../../../../domain/message-limits.ts';
import { optionsProblem, trimmedOptions } from '../../../../domain/poll.ts';
import { isUnseen } from '../../../../domain/unseen.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row } from '../../../kit/row.tsx';
import { Select } from '../../../kit/select.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import styles from './polls.module.css';

const { HOUR, DAY } = duration;
/** Offered durations of a timed poll, in seconds; 0: until it is closed by hand. */
const SPANS = [0, HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY, 30 * DAY].map((ms) => ms / 1_000);

interface Entry {
  readonly key: number;
  readonly text: string;
}

/** Creates a poll (POLL-12). Enter moves to the next option. */
export default function PollSheet({
  contact,
  onClose,
  onSent,
}: {
  readonly contact: ContactId;
  readonly onClose: () => void;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [question, setQuestion] = useState('');
  const [entries, setEntries] = useState<readonly Entry[]>([
    { key: 0, text: '' },
    { key: 1, text: '' },
  ]);
  const [many, setMany] = useState(false);
  const [secret, setSecret] = useState(false);
  const [lastsSec, setLastsSec] = useState(0);
  const spanId = useId();
  const send = async (): Promise<string | null> => {
    // Empty lines do not count as options.
    const options = trimmedOptions(entries.map(({ text }) => text)).filter((one) => !isUnseen(one));
    if (isUnseen(question)) return t('poll.needQuestion');
    const problem = optionsProblem(options);
    if (problem === 'double') return t('poll.double');
    if (problem !== null) return t('poll.needOptions', { min: limits.optionsMin });
    const sent = await actions.sendPoll(contact, question, {
      options,
      many,
      secret,
      lastsSec: lastsSec === 0 ? null : lastsSec,
    });
    if (!sent.ok) return failureText(t, sent.reason);
    onSent();
    return null;
  };
  return (
    <FormSheet open title={t('poll.new')} confirm={t('chat.send')} onSubmit={send} onClose={onClose}>
      <TextField
        label={t('poll.question')}
        value={question}
        maxLength={limits.questionMax}
        autoComplete="off"
        onValue={setQuestion}
      />
      <Options entries={entries} onChange={setEntries} />
      <div className={styles.settings}>
        <Row
          title={t('poll.many')}
          end={<Switch label={t('poll.many')} checked={many} onChange={setMany} />}
        />
        <Row
          title={t('poll.secret')}
          detail={t('poll.secretHint')}
          end={<Switch label={t('poll.secret')} checked={secret} onChange={setSecret} />}
        />
        <div className={styles.span}>
          <label htmlFor={spanId}>{t('poll.ends')}</label>
          <Select id={spanId} value={lastsSec} onChange={(event) => setLastsSec(Number(event.target.value))}>
            {SPANS.map((sec) => (
              <option key={sec} value={sec}>
                {spanText(t, sec)}
              </option>
            ))}
          </Select>
        </div>
      </div>
    </FormSheet>
  );
}

function spanText(t: ReturnType<typeof useTranslation>['t'], sec: number): string {
  const hours = (sec * 1_000) / HOUR;
  if (hours === 0) return t('poll.endsByHand');
  return hours < 24 ? t('poll.hours', { count: hours }) : t('poll.days', { count: hours / 24 });
}

function Options({
  entries,
  onChange,
}: {
  readonly entries: readonly Entry[];
  readonly onChange: (entries: readonly Entry[]) => void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const next = useRef(entries.length);
  /** Adds the next line at once, so that a user who types without a pause types into it. */
  const goTo = (at: number) => {
    if (at === entries.length && at < limits.optionsMax)
      flushSync(() => onChange([...entries, { key: next.current++, text: '' }]));
    list.current?.querySelectorAll('input')[at]?.focus();
  };
  const onEnter = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    goTo(at + 1);
  };
  return (
    <div ref={list} className={styles.rows} role="group" aria-label={t('poll.options')}>
      {entries.map(({ key, text }, at) => (
        <TextField
          key={key}
          bare
          label={t('poll.optionOf', { n: at + 1 })}
          value={text}
          maxLength={limits.optionMax}
          autoComplete="off"
          enterKeyHint="next"
          onKeyDown={(event) => onEnter(event, at)}
          onValue={(value) =>
            onChange(entries.map((one) => (one.key === key ? { ...one, text: value } : one)))
          }
          end={
            entries.length > limits.optionsMin && (
              <IconButton
                label={t('poll.removeOption', { n: at + 1 })}
                onClick={() => onChange(entries.filter((one) => one.key !== key))}
              >
                <X size={18} strokeWidth={1.75} />
              </IconButton>
            )
          }
        />
      ))}
      {entries.length < limits.optionsMax && (
        <Button
          kind="quiet"
          icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => goTo(entries.length)}
        >
          {t('poll.addOption')}
        </Button>
      )}
    </div>
  );
}
