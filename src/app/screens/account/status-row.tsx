import type { TFunction } from 'i18next';
import { SmilePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ownExtra } from '../../../client/state/profile-extras.ts';
import type { State } from '../../../client/state/state.ts';
import { HOUR } from '../../../domain/duration.ts';
import { canonicalEmoji } from '../../../domain/emoji-set.ts';
import { lengthOf, visibleLengthOf } from '../../../domain/length.ts';
import { STATUS_ENDS, type StatusEnd, statusEnd } from '../../../domain/status-end.ts';
import { STATUS_MODES, type UserStatus, statusLimits } from '../../../domain/status.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { FormSheet } from '../../kit/form-sheet.tsx';
import { Row } from '../../kit/row.tsx';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useRound } from '../../kit/use-round.ts';
import { readOwn, writeOwn } from '../../platform/settings.ts';
import { localZone, nowMs } from '../../platform/time.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { removeRefused, useTypedForm } from '../../shared/refused-preferences.ts';
import { EmojiField } from '../../shared/emoji/emoji-field.tsx';
import { useEdits } from '../../shared/use-edits.ts';
import { ClockField } from '../../shared/days/clock-field.tsx';
import { Month } from '../../shared/days/day-picker.tsx';
import { dayAt } from '../../shared/days/month.ts';
import { fullTime } from '../../shared/use-display-time.ts';
import styles from './me-drawer.module.css';

const ownStatus = (state: State) => ownExtra(state, 'status');

/** The user's own status; a press opens its form (PRES-4a). */
export function StatusRow({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation();
  const status = useStore(ownStatus);
  return (
    <Row
      icon={<SmilePlus size={20} strokeWidth={1.75} aria-hidden="true" />}
      title={t('status.title')}
      detail={status?.untilMs ? t('status.until', { time: fullTime(status.untilMs) }) : undefined}
      value={status === null ? t('status.none') : statusWords(t, status)}
      onPress={onPress}
    />
  );
}

/** The form that sets or clears the status; each opening begins with the present one. */
export const StatusSheet = (props: { readonly open: boolean; readonly onClose: () => void }) => (
  <StatusForm key={useRound(props.open)} {...props} />
);

const statusWords = (t: TFunction, { mode, emoji, text }: UserStatus): string =>
  [mode && t(`status.${mode}`), `${emoji} ${text}`.trim()].filter(Boolean).join(' · ');

const MODES = ['available', ...STATUS_MODES] as const;
type Mode = (typeof MODES)[number];
const valuesOf = (
  status: UserStatus | null,
): { readonly mode: Mode; readonly emoji: string; readonly text: string } => ({
  mode: status?.mode ?? 'available',
  emoji: status?.emoji ?? '',
  text: status?.text ?? '',
});

/** Offered ends, and a time that the user chooses. */
type End = StatusEnd | 'own';

function StatusForm({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const status = useStore(ownStatus);
  const { refused } = useTypedForm('status');
  const [first] = useState(refused?.value);
  const form = useEdits(valuesOf(status), 0, first && valuesOf(first));
  const { mode, emoji, text } = form.values;
  // Null: the present end stays.
  const [end, setEnd] = useState<End | null>(() => firstEnd(first, status));
  const [ownEndMs, setOwnEndMs] = useState(() => first?.untilMs ?? Math.ceil(nowMs() / HOUR + 1) * HOUR);
  const save = async (): Promise<string | null> => {
    const sign = emoji.trim() === '' ? '' : canonicalEmoji(emoji.trim());
    if (sign === null) return t('status.oneEmoji');
    const words = text.trim();
    if (isTooLong(words)) return t('status.tooLong', { max: statusLimits.lengthMax });
    if (end === 'own' && ownEndMs <= nowMs()) return t('later.past');
    const untilMs = endOf(end, ownEndMs, status?.untilMs ?? null);
    const hasWords = sign !== '' || words !== '';
    if (hasWords) rememberStatus({ emoji: sign, text: words });
    const named = mode === 'available' ? {} : { mode };
    const next = hasWords || mode !== 'available' ? { ...named, emoji: sign, text: words, untilMs } : null;
    return form.save(() => {
      removeRefused('status');
      return actions.keepPreference('status', next);
    });
  };
  const isClearing = status !== null && mode === 'available' && emoji.trim() === '' && text.trim() === '';
  return (
    <FormSheet
      open={open}
      title={t('status.title')}
      confirm={t(isClearing ? 'status.clear' : 'common.save')}
      problem={refused?.reason}
      onClose={onClose}
      onSubmit={save}
    >
      <SegmentedTabs
        block
        label={t('status.mode')}
        value={mode}
        onChange={(next) => form.set({ mode: next })}
        items={MODES.map((key) => ({ key, label: t(`status.${key}`) }))}
      />
      {mode === 'busy' && <p className={styles.busyHint}>{t('status.busyHint')}</p>}
      <Recent onPick={form.set} />
      <EmojiField value={emoji} onValue={(next) => form.set({ emoji: next })} />
      <TextField
        label={t('status.text')}
        value={text}
        error={isTooLong(text.trim()) ? t('status.tooLong', { max: statusLimits.lengthMax }) : null}
        visibleMax={statusLimits.lengthMax}
        onValue={(next) => form.set({ text: next })}
      />
      <ChoiceList
        label={t('status.end')}
        value={end}
        choices={[...STATUS_ENDS, 'own' as const].map((value) => ({
          value,
          label: t(`status.end.${value}`),
        }))}
        onChoose={setEnd}
      />
      {end === 'own' && <OwnEnd atMs={ownEndMs} onTime={setOwnEndMs} />}
    </FormSheet>
  );
}

function firstEnd(refused: UserStatus | undefined, status: UserStatus | null): End | null {
  if (refused !== undefined) return refused.untilMs === null ? 'never' : 'own';
  return status === null ? 'today' : null;
}

/** Longer texts are refused, not cut: the counter shows what users see, the server counts code points. */
const isTooLong = (words: string): boolean =>
  visibleLengthOf(words) > statusLimits.lengthMax || lengthOf(words) > statusLimits.textMax;

const endOf = (end: End | null, ownEndMs: number, presentMs: number | null): number | null => {
  if (end === null) return presentMs;
  return end === 'own' ? ownEndMs : statusEnd(end, nowMs(), localZone);
};

const YEAR = 365 * 24 * HOUR;

function OwnEnd({ atMs, onTime }: { readonly atMs: number; readonly onTime: (atMs: number) => void }) {
  const { t } = useTranslation();
  const at = new Date(atMs);
  const minutes = at.getHours() * 60 + at.getMinutes();
  const setTo = (day: Date, minute: number) =>
    onTime(new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minute).getTime());
  const part = useRef<HTMLDivElement>(null);
  // On a phone it is below the fold.
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={part} className={styles.ownEnd}>
      <Month onDay={(day) => setTo(day, minutes)} value={dayAt(at, 0)} lastMs={nowMs() + YEAR} />
      <ClockField label={t('later.at')} minutes={minutes} onMinutes={(next) => setTo(at, next)} />
    </div>
  );
}

interface RecentStatus {
  readonly emoji: string;
  readonly text: string;
}

const KEY = 'status-recent';
const RECENT_MAX = 5;
const isRecent = (one: unknown): one is RecentStatus =>
  typeof one === 'object' &&
  one !== null &&
  'emoji' in one &&
  'text' in one &&
  typeof one.emoji === 'string' &&
  typeof one.text === 'string';

/** The user's last statuses on this device, newest first. */
function recentStatuses(): readonly RecentStatus[] {
  try {
    const list: unknown = JSON.parse(readOwn(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isRecent).slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

function rememberStatus(status: RecentStatus): void {
  const others = recentStatuses().filter(({ emoji, text }) => emoji !== status.emoji || text !== status.text);
  writeOwn(KEY, JSON.stringify([status, ...others].slice(0, RECENT_MAX)));
}

function Recent({ onPick }: { readonly onPick: (status: RecentStatus) => void }) {
  const { t } = useTranslation();
  const [recent] = useState(recentStatuses);
  if (recent.length === 0) return null;
  return (
    <div className={styles.recentStatuses} role="group" aria-label={t('status.recent')}>
      {recent.map((one) => (
        <button key={`${one.emoji} ${one.text}`} type="button" dir="auto" onClick={() => onPick(one)}>
          {`${one.emoji} ${one.text}`.trim()}
        </button>
      ))}
    </div>
  );
}
