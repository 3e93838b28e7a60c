import { ChartBarBig, CirclePlus, File, Image, MapPin, Video, IdCard } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { type MenuItem, useMenu } from '../../../kit/menu.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { useBeginCall } from '../../../shared/use-begin-call.tsx';
import { useMediaRight } from '../use-media-right.ts';
import type { Attach } from './use-attach.tsx';
import type { ChatPartner } from '../who.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** "+": all kinds of content but text. */
export function AttachButton({
  contact,
  attach,
  className,
}: {
  readonly contact: ChatPartner;
  readonly attach: Attach;
  readonly className: string | undefined;
}) {
  const { t } = useTranslation();
  const calls = useBeginCall(contact.id, contact.displayName, contact.avatar);
  const may = useMediaRight(contact);
  const plain = useStore((state) => state.sync.plain);
  // Polls need other voters and a server that supports them (POLL-1, POLL-10).
  const isAvailable = !plain && contact.kind !== 'favourites';
  const open = useMenu(() => ({
    title: t('plus.open'),
    items: [
      ...(may ? filesOf(t, attach) : []),
      // A thread offers only kinds that can be answers.
      ...(contact.thread
        ? []
        : [
            ...(calls.absent ? [] : calls.items),
            {
              key: 'place',
              label: t('plus.location'),
              icon: <MapPin {...icon} />,
              onSelect: attach.openPlace,
            },
            { key: 'card', label: t('plus.card'), icon: <IdCard {...icon} />, onSelect: attach.openCard },
            ...(isAvailable
              ? [
                  {
                    key: 'poll',
                    label: t('plus.poll'),
                    icon: <ChartBarBig {...icon} />,
                    onSelect: attach.openPoll,
                  },
                ]
              : []),
          ]),
    ],
  }));
  return (
    <IconButton
      className={className}
      label={t('plus.open')}
      aria-haspopup="menu"
      onClick={(event) => open(event.currentTarget)}
    >
      <CirclePlus size={24} strokeWidth={1.75} />
    </IconButton>
  );
}

const filesOf = (t: TFunction, attach: Attach): readonly MenuItem[] => [
  { key: 'photo', label: t('plus.photo'), icon: <Image {...icon} />, onSelect: () => attach.pick('photos') },
  { key: 'clip', label: t('plus.video'), icon: <Video {...icon} />, onSelect: () => attach.pick('video') },
  { key: 'file', label: t('plus.file'), icon: <File {...icon} />, onSelect: () => attach.pick('files') },
];
