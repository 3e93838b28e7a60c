import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { useSetting } from '../../../kit/use-setting.ts';
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

/** How this device shows everything: it holds at once, and from the first paint on (THEME-1). */
export function LooksRows() {
  const { t } = useTranslation();
  return (
    <RowList heading={t('looks.title')}>
      <ChoiceRow name={THEME} title={t('looks.theme')} choices={THEMES} />
      <ChoiceRow name={DENSITY} title={t('looks.density')} choices={DENSITIES} />
      <TextSizeRow />
    </RowList>
  );
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
}: {
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

function TextSizeRow() {
  const { t } = useTranslation();
  const [value, choose] = useLook(TEXT_SIZE, String(TEXT_SIZES.usual));
  const told = t('looks.percent', { percent: value });
  return (
    <div>
      <Row title={t('looks.textSize')} value={told} />
      <div className={styles.size}>
        <span aria-hidden="true">A</span>
        <input
          type="range"
          aria-label={t('looks.textSize')}
          aria-valuetext={told}
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
