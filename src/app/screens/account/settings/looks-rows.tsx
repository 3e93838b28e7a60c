import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { Row } from '../../../kit/row.tsx';
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
  const choose = (next: T) => {
    set(next === usual ? null : next);
    showLooks(readSetting);
  };
  return [value ?? usual, choose];
}

function ChoiceRow<T extends Theme | Density>({
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
