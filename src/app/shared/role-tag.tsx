import { useTranslation } from '../i18n/use-translation.ts';
import { Tag, type TagType } from '../kit/tag.tsx';

const TAGS: Readonly<Record<number, readonly ['group.owner' | 'group.manager', TagType]>> = {
  1: ['group.owner', 'warning'],
  2: ['group.manager', 'primary'],
};

/** Owner and manager have a tag, members none. */
export function RoleTag({ role }: { readonly role: number }) {
  const { t } = useTranslation();
  const tag = TAGS[role];
  return tag ? <Tag type={tag[1]}>{t(tag[0])}</Tag> : null;
}
