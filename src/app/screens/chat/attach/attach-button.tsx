import { CirclePlus, File, Image, MapPin, Video, IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../kit/button.tsx';
import { useMenu } from '../../../kit/menu.tsx';
import type { Attach } from './use-attach.tsx';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** "+": everything but words. */
export function AttachButton({ attach, className }: { readonly attach: Attach; readonly className: string | undefined }) {
  const { t } = useTranslation();
  const open = useMenu();
  const openAt = (at: Element) =>
    open({
      at,
      title: t('plus.open'),
      items: [
        { key: 'photo', label: t('plus.photo'), icon: <Image {...icon} />, run: () => attach.pick('photos') },
        { key: 'video', label: t('plus.video'), icon: <Video {...icon} />, run: () => attach.pick('video') },
        { key: 'file', label: t('plus.file'), icon: <File {...icon} />, run: () => attach.pick('files') },
        { key: 'place', label: t('plus.location'), icon: <MapPin {...icon} />, run: attach.openPlace },
        { key: 'card', label: t('plus.card'), icon: <IdCard {...icon} />, run: attach.openCard },
      ],
    });
  return (
    <IconButton className={className} label={t('plus.open')} aria-haspopup="menu" onClick={(event) => openAt(event.currentTarget)}>
      <CirclePlus size={24} strokeWidth={1.75} />
    </IconButton>
  );
}
