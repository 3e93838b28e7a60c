import { setLanguage } from '../../../i18n/index.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { Row } from '../../../kit/row.tsx';
import { Select } from '../../../kit/select.tsx';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { useSetting } from '../../../kit/app-setting.ts';
import {
  DENSITY,
  type Density,
  showLooks,
  TEXT_SIZE,
  TEXT_SIZES,
  THEME,
  type Theme,
} from '../../../platform/looks.ts';
import { readSetting } from '../../../platform/settings.ts';
import { WEEK_START, WEEK_STARTS } from '../../../shared/days/month.ts';
import { longDate } from '../../../shared/days/long-date.ts';
import { HOURS } from '../../../shared/use-display-time.ts';
import styles from './mine.module.css';

const THEMES: readonly [Theme, ...Theme[]] = ['light', 'system', 'dark'];
const DENSITIES: readonly [Density, ...Density[]] = ['comfortable', 'compact'];

interface Signed {
  readonly sign: ReactNode;
}

/** How this device shows everything: it holds at once, and from the first paint on (THEME-1). */
export function ThemeRow(props: Signed) {
  const { t } = useTranslation();
  return <ChoiceRow name={THEME} title={t('looks.theme')} choices={THEMES} {...props} />;
}

export function DensityRow(props: Signed) {
  const { t } = useTranslation();
  return <ChoiceRow name={DENSITY} title={t('looks.density')} choices={DENSITIES} {...props} />;
}

/** One of the settings; the default is not stored on the device. */
function useLook<T extends string>(
  name: string,
  usual: T,
): readonly [value: string, choose: (value: T) => void] {
  const [value, set] = useSetting(name);
  const { language } = useTranslation();
  const choose = (next: T) => {
    set(next === usual ? null : next);
    showLooks(readSetting);
    // Renders every text again, with times in their new form (TIME-8).
    if (name === HOURS) void setLanguage(language);
  };
  return [value ?? usual, choose];
}

/** Times of 12 or 24 hours (TIME-8). */
export function HoursRow(props: Signed) {
  const { t } = useTranslation();
  return <ChoiceRow name={HOURS} title={t('looks.hours')} choices={['auto', '12', '24']} {...props} />;
}

/** The day with which calendars begin a week (TIME-8). */
export function WeekStartRow({ sign }: Signed) {
  const { t, language } = useTranslation();
  const [value, choose] = useLook<string>(WEEK_START, 'auto');
  const title = t('looks.weekStart');
  return (
    <Row
      sign={sign}
      title={title}
      end={
        <Select small aria-label={title} value={value} onChange={(event) => choose(event.target.value)}>
          <option value="auto">{t('looks.auto')}</option>
          {WEEK_STARTS.map((day) => (
            <option key={day} value={day}>
              {longDate(language, 'weekdayName', new Date(2023, 11, 31 + day).getTime())}
            </option>
          ))}
        </Select>
      }
    />
  );
}

type Choice = Theme | Density | 'auto' | '12' | '24';

function ChoiceRow<T extends Choice>({
  name,
  title,
  choices,
  sign,
}: Signed & {
  readonly name: string;
  readonly title: string;
  /** The usual one first. */
  readonly choices: readonly [T, ...T[]];
}) {
  const { t } = useTranslation();
  const [usual] = choices;
  const [value, choose] = useLook(name, usual);
  return (
    <Row
      sign={sign}
      title={title}
      end={
        <SegmentedTabs
          label={title}
          value={choices.find((one) => one === value) ?? usual}
          onChange={choose}
          items={choices.map((key) => ({ key, label: t(`looks.${key}`) }))}
        />
      }
    />
  );
}

export function TextSizeRow({ sign }: Signed) {
  const { t } = useTranslation();
  const [value, choose] = useLook(TEXT_SIZE, String(TEXT_SIZES.usual));
  const percent = t('looks.percent', { percent: value });
  return (
    <div>
      <Row sign={sign} title={t('looks.textSize')} value={percent} />
      <div className={styles.size}>
        <span aria-hidden="true">A</span>
        <input
          type="range"
          aria-label={t('looks.textSize')}
          aria-valuetext={percent}
          min={TEXT_SIZES.least}
          max={TEXT_SIZES.most}
          step={TEXT_SIZES.step}
          value={value}
          onChange={(event) => choose(event.target.value)}
        />
        <span aria-hidden="true">A</span>
      </div>
    </div>
  );
}
