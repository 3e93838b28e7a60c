import { useEffect, useState } from 'react';
import type { SectionProps } from './console-app.tsx';
import { useConsole } from './context.ts';
import { Shown } from './parts.tsx';
import { Services, isInForm } from './services.tsx';
import type { Service } from './services.tsx';
import { SettingsForm } from './settings-form.tsx';
import { visibleRows } from './setting-rows.ts';
import type { SettingRow } from './setting-rows.ts';
import styles from './settings.module.css';
import { useShow } from './use-show.ts';

export interface SettingGroup {
  readonly id: string;
  readonly title: string;
}

interface Loaded {
  readonly groups: readonly SettingGroup[];
  readonly rows: readonly SettingRow[];
  readonly services?: readonly Service[];
}

const groupInAddress = (): string => window.location.hash.split('/')[1] ?? '';

function useGroup(): string {
  const [group, setGroup] = useState(groupInAddress);
  useEffect(() => {
    const follow = () => setGroup(groupInAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return group;
}

/** Asks before the page is closed with unsaved values (CONSOLE-11). */
function useLeaveQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

/** The settings of one group at a time, with one button that saves the group (CONSOLE-11). */
export function Settings({ round, drafts, onDrafts }: SectionProps) {
  const { t } = useConsole();
  const [saves, setSaves] = useState(0);
  const groupId = useGroup();
  const loaded = useShow<Loaded>('settings', {}, round + saves);
  useLeaveQuestion(Object.keys(drafts).length > 0);
  return (
    <Shown of={loaded}>
      {({ groups, rows, services = [] }) => {
        const group = groups.find(({ id }) => id === groupId) ?? groups[0];
        if (!group) return null;
        return (
          <>
            <nav className={styles.groups} aria-label={t('settingGroups')}>
              {groups.map(({ id, title }) => {
                const isUnsaved = visibleRows(rows, id, drafts).some(({ key }) => drafts[key] !== undefined);
                return (
                  <a key={id} href={`#settings/${id}`} aria-current={id === group.id ? 'page' : undefined}>
                    {title}
                    {isUnsaved && <span className={styles.unsaved} role="img" aria-label={t('unsaved')} />}
                  </a>
                );
              })}
            </nav>
            <SettingsForm
              key={group.id}
              group={group}
              rows={rows}
              services={services}
              drafts={drafts}
              onDrafts={onDrafts}
              onSaved={() => setSaves(saves + 1)}
            />
            <Services services={services.filter((one) => one.group === group.id && !isInForm(one))} />
          </>
        );
      }}
    </Shown>
  );
}
