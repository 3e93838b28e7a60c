import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { useSetting } from '../../../kit/use-setting.ts';
import { showLooks, THEME, type Theme } from '../../../platform/looks.ts';
import { readSetting } from '../../../platform/settings.ts';

const THEMES: readonly Theme[] = ['light', 'system', 'dark'];

/** How this device shows everything: it holds at once, and from the first paint on (THEME-1). */
export function LooksRows() {
  const { t } = useTranslation();
  const [theme, setTheme] = useSetting(THEME);
  const choose = (next: Theme) => {
    setTheme(next === 'light' ? null : next);
    showLooks(readSetting);
  };
  return (
    <RowList heading={t('looks.title')}>
      <Row
        title={t('looks.theme')}
        end={
          <SegmentedTabs
            label={t('looks.theme')}
            value={THEMES.find((one) => one === theme) ?? 'light'}
            onChange={choose}
            items={THEMES.map((key) => ({ key, label: t(`looks.theme.${key}`) }))}
          />
        }
      />
    </RowList>
  );
}
