import type { Contact } from '../../../../client/state/state.ts';
import { groupLimits } from '../../../../domain/group-limits.ts';
import { textLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { useMay } from '../../../shared/use-may.ts';
import { TextRow } from './text-row.tsx';

/** The group's notice, of which everybody is told (GROUP-10). */
export function NoticeRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  return (
    <TextRow
      title={t('ginfo.notice')}
      text={contact.group?.notice ?? ''}
      none={t('ginfo.noNotice')}
      may={useMay(contact, 'editNotice')}
      edit={t('gman.editNotice')}
      confirm={t('gman.publish')}
      hint={t('gman.noticeHint')}
      max={textLimits.messageMax}
      needed={t('gman.needNotice')}
      onSave={(words) => actions.setGroupNotice(contact.id, words)}
    />
  );
}

/** What the group is there for (GROUP-20). */
export function AboutRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const isPlain = useStore((state) => state.sync.plain);
  const may = useMay(contact, 'editSetting');
  if (isPlain) return null;
  return (
    <TextRow
      title={t('ginfo.about')}
      text={contact.group?.setting.about ?? ''}
      none={t('ginfo.noAbout')}
      may={may}
      edit={t('gman.editAbout')}
      confirm={t('common.save')}
      hint={t('gman.aboutHint')}
      max={groupLimits.aboutMax}
      needed={null}
      onSave={(about) => actions.setGroupSetting(contact.id, { about })}
    />
  );
}

/** What goes in the group (GROUP-21). */
export function RulesRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const isPlain = useStore((state) => state.sync.plain);
  const may = useMay(contact, 'editSetting');
  if (isPlain) return null;
  return (
    <TextRow
      title={t('ginfo.rules')}
      text={contact.group?.setting.rules ?? ''}
      none={t('ginfo.noRules')}
      may={may}
      edit={t('gman.editRules')}
      confirm={t('common.save')}
      hint={t('gman.rulesHint')}
      max={groupLimits.rulesMax}
      needed={null}
      onSave={(rules) => actions.setGroupSetting(contact.id, { rules })}
    />
  );
}
