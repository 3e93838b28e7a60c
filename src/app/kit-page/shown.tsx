import { Settings, Users } from 'lucide-react';
import { userId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Badge } from '../kit/badge.tsx';
import { EmptyBlock } from '../kit/empty-block.tsx';
import type { EmptyKind } from '../kit/empty-drawings.tsx';
import { FileIcon, IconTile } from '../kit/icon-tile.tsx';
import { Highlight } from '../shared/highlight.tsx';
import { ProductMark } from '../kit/mark.tsx';
import { Skeleton, SkeletonRows } from '../kit/skeleton.tsx';
import { Spinner } from '../kit/spinner.tsx';
import { Tag } from '../kit/tag.tsx';
import { VisuallyHidden } from '../kit/visually-hidden.tsx';
import { PeoplePages } from '../shared/people-pages.tsx';
import { Portrait, RoundAction } from '../shared/portrait.tsx';
import { RoleTag } from '../shared/role-tag.tsx';
import { Username } from '../shared/username.tsx';
import { KitPart, KitSection, WholePart } from './parts.tsx';

const TYPES = ['primary', 'info', 'success', 'warning', 'danger'] as const;
const TAG_SIZES = ['mini', 'small', 'medium'] as const;
const KINDS: readonly EmptyKind[] = [
  'default',
  'chats',
  'contacts',
  'groups',
  'found',
  'network',
  'gone',
  'locked',
  'choose',
  'moments',
  'done',
];
const FILES = [
  'plan.pdf',
  'list.xlsx',
  'talk.pptx',
  'view.png',
  'song.mp3',
  'clip.mp4',
  'all.zip',
  'app.ts',
  'notes',
] as const;

/** One of three, as a server would answer a page of one. */
const somebody = (page: number, name: string) =>
  Promise.resolve({ ok: true, value: { rows: [{ id: userId(page), name, avatar: '' }], total: 3 } } as const);

const PortraitPart = ({ title, name }: { readonly title: string; readonly name: string }) => (
  <WholePart name="Portrait, RoundAction">
    <Portrait id={7} name={name} avatar="" online facts={<Username of="anna.lake" />}>
      <RoundAction label={title} sign={<Users size={22} aria-hidden />} main onPress={() => undefined} />
      <RoundAction label={name} sign={<Settings size={22} aria-hidden />} off onPress={() => undefined} />
    </Portrait>
  </WholePart>
);

/** Parts that only show. */
export function Samples({ title, name }: { readonly title: string; readonly name: string }) {
  const { t } = useTranslation();
  return (
    <KitSection title={title}>
      <PortraitPart title={title} name={name} />
      <KitPart name="Avatar">
        {([24, 32, 40, 48, 64, 80] as const).map((size) => (
          <Avatar key={size} id={size} name={name} size={size} />
        ))}
        <Avatar id={7} name={name} online />
        <Avatar id={8} name={name} src="/no/such/picture.png" label={name} />
        <Avatar id={9} name="" icon={<Users size={24} strokeWidth={1.75} />} />
      </KitPart>
      <KitPart name="Badge">
        <Badge count={1} />
        <Badge count={42} />
        <Badge count={100} />
        <Badge count={3} muted />
        <Badge count={1} dot />
      </KitPart>
      <KitPart name="RoleTag">
        <RoleTag role={1} />
        <RoleTag role={2} />
      </KitPart>
      <KitPart name="Username">
        <Username of="anna.lake" />
      </KitPart>
      <KitPart name="Tag">
        {TAG_SIZES.flatMap((size) =>
          TYPES.map((type) => (
            <Tag key={`${size} ${type}`} size={size} type={type}>
              {t('group.owner')}
            </Tag>
          )),
        )}
      </KitPart>
      <KitPart name="FileIcon">
        {FILES.map((name) => (
          <FileIcon key={name} name={name} />
        ))}
        <FileIcon name="plan.pdf" large />
      </KitPart>
      <KitPart name="IconTile">
        <IconTile icon={Settings} />
      </KitPart>
      <KitPart name="Mark">
        {[16, 24, 48].map((size) => (
          <ProductMark key={size} size={size} />
        ))}
      </KitPart>
      <KitPart name="Spinner">
        <Spinner size={16} />
        <Spinner size={24} />
      </KitPart>
      <KitPart name="Highlight">
        <p>
          <Highlight text={t('sel.search')} keywords={t('sel.search').slice(0, 2)} />
        </p>
      </KitPart>
      <KitPart name="VisuallyHidden">
        <p>
          {t('common.unknown')}
          <VisuallyHidden>{t('a11y.online')}</VisuallyHidden>
        </p>
      </KitPart>
      <Whole name={name} />
    </KitSection>
  );
}

/** Parts with the full width. */
const Whole = ({ name }: { readonly name: string }) => (
  <>
    <WholePart name="Skeleton, SkeletonRows">
      <Skeleton width="60%" />
      <SkeletonRows count={2} />
    </WholePart>
    <WholePart name="PeoplePages">
      <PeoplePages question="kit" ask={(page) => somebody(page, name)} />
    </WholePart>
    {KINDS.map((kind) => (
      <WholePart key={kind} name={`EmptyBlock · ${kind}`}>
        <EmptyBlock kind={kind} />
      </WholePart>
    ))}
  </>
);
