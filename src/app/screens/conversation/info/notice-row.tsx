import type { Contact } from '../../../../client/state/state.ts';
import { groupLimits } from '../../../../domain/group-limits.ts';
import { textLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { useMay } from '../../../shared/use-may.ts';
import { TextRow } from './text-row.tsx';

/** The group announcement, which notifies all members (GROUP-10). */
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

const OF_SETTING = {
  about: { none: 'ginfo.noAbout', edit: 'gman.editAbout', hint: 'gman.aboutHint', max: groupLimits.aboutMax },
  rules: { none: 'ginfo.noRules', edit: 'gman.editRules', hint: 'gman.rulesHint', max: groupLimits.rulesMax },
} as const;

/** The purpose of the group (GROUP-20), or its rules (GROUP-21). */
export function SettingTextRow({
  contact,
  field,
}: {
  readonly contact: Contact;
  readonly field: keyof typeof OF_SETTING;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const isPlain = useStore((state) => state.sync.plain);
  const may = useMay(contact, 'editSetting');
  if (isPlain) return null;
  const { none, edit, hint, max } = OF_SETTING[field];
  return (
    <TextRow
      title={t(`ginfo.${field}`)}
      text={contact.group?.setting[field] ?? ''}
      none={t(none)}
      may={may}
      edit={t(edit)}
      confirm={t('common.save')}
      hint={t(hint)}
      max={max}
      needed={null}
      onSave={(words) => actions.setGroupSetting(contact.id, { [field]: words })}
    />
  );
}
