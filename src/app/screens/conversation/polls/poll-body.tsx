import { Check } from 'lucide-react';
import { toPlain } from '../../../../domain/markup.ts';
import {
  NO_TALLY,
  type Poll,
  choiceAfterPress,
  endOf,
  isPollOver,
  recounted,
} from '../../../../domain/poll.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { cx } from '../../../kit/class-names.ts';
import { useStore } from '../../../shared/client-context.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { type TimelineRow, bubbleBodyOf } from '../timeline.ts';
import styles from './polls.module.css';
import { useEffect, useState } from 'react';
import { duration } from '../../../../domain/duration.ts';
import { nowMs, schedule } from '../../../platform/time.ts';

export interface PollControls {
  readonly vote: (row: TimelineRow, options: readonly number[]) => void;
  readonly showVoters: (row: TimelineRow) => void;
}

/** The question and its tally: confirmed facts under the user's pending vote (POLL-11). */
export function PollBody({
  row,
  poll,
  vote,
  showVoters,
}: { readonly row: TimelineRow; readonly poll: Poll } & PollControls) {
  const { t } = useTranslation();
  const pending = useStore((state) => state.pending.vote.get(row.key));
  const tally = row.message?.poll ?? NO_TALLY;
  const mine = pending?.options ?? tally.mine;
  const { counts, voters } = recounted(tally, tally.mine, mine);
  const over = usePollOver(poll, tally.closed, row.sentAtMs);
  const most = Math.max(...counts, 0);
  const question = toPlain(bubbleBodyOf(row)?.content ?? '');
  return (
    <div className={styles.poll} role="group" aria-label={question}>
      <p className={styles.question} dir="auto">
        {question}
      </p>
      <p className={styles.kind}>{kindOf(t, poll, over)}</p>
      {poll.options.map((option, at) => {
        const count = counts[at] ?? 0;
        const share = voters === 0 ? 0 : Math.round((100 * count) / voters);
        const own = mine.includes(at);
        return (
          <button
            key={option}
            type="button"
            className={cx(
              styles.option,
              own && styles.own,
              over && count === most && most > 0 && styles.best,
            )}
            aria-pressed={own}
            aria-disabled={over}
            aria-label={t('poll.option', { option, count, share })}
            onClick={() => over || vote(row, choiceAfterPress(poll, mine, at))}
          >
            <span className={cx(styles.mark, poll.many && styles.square)}>
              {own && <Check size={14} strokeWidth={3} aria-hidden="true" />}
            </span>
            <span className={styles.words} dir="auto">
              {option}
            </span>
            <span className={styles.share} data-share={`${count} · ${t('poll.share', { share })}`} />
            <span className={styles.bar}>
              <span style={{ inlineSize: `${share}%` }} />
            </span>
          </button>
        );
      })}
      <p className={styles.foot}>
        <span role="status">{voters === 0 ? t('poll.noVoters') : t('poll.voters', { count: voters })}</span>
        {!over && poll.lastsSec !== null && (
          <span>{t('poll.until', { time: fullTime(endOf(poll, row.sentAtMs) ?? 0) })}</span>
        )}
        {!poll.secret && row.message !== null && voters > 0 && (
          <button type="button" className={styles.who} onClick={() => showVoters(row)}>
            {t('poll.show')}
          </button>
        )}
      </p>
    </div>
  );
}

function kindOf(t: ReturnType<typeof useTranslation>['t'], poll: Poll, over: boolean): string {
  const votes = t(poll.secret ? 'poll.isSecret' : 'poll.isOpen');
  if (over) return `${t('poll.over')} · ${votes}`;
  return `${t(poll.many ? 'poll.chooseMany' : 'poll.chooseOne')} · ${votes}`;
}

/** True once voting has ended; re-renders at the end time of the poll (POLL-7). */
function usePollOver(poll: Poll, closed: boolean, sentAtMs: number): boolean {
  const [lookCount, setLookCount] = useState(0);
  const endMs = endOf(poll, sentAtMs);
  const over = isPollOver(poll, closed, sentAtMs, nowMs());
  useEffect(() => {
    if (over || endMs === null) return undefined;
    const waitMs = Math.min(endMs - nowMs(), duration.DAY);
    return schedule(Math.max(waitMs, 1), () => setLookCount(lookCount + 1));
  }, [over, endMs, lookCount]);
  return over;
}
