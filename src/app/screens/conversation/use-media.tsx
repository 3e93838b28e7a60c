import { ExternalLink, FileDown } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import { lazyAside } from '../../kit/lazy-aside.ts';
import { isFolded } from '../../../client/state/blocked.ts';
import { nameOf } from '../../../client/state/selectors.ts';
import type { State } from '../../../client/state/state.ts';
import { type ContactId, messageId } from '../../../domain/ids.ts';
import type { Message } from '../../../domain/message.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useMenu } from '../../kit/menu.tsx';
import { saveAs } from '../../platform/save.ts';
import { stopPlaying } from '../../platform/player.ts';
import type { ViewerImage } from './viewer/image-viewer.tsx';
import { NO_END, type Reach, spans } from './viewer/reach.ts';
import { PATHS, pathTo, selectionPath } from '../../paths/paths.ts';

const PackSheet = lazyAside(() => import('./collection/pack-sheet.tsx'));
const ImageViewer = lazyAside(() => import('./viewer/image-viewer.tsx'));

export interface MediaHandlers {
  readonly open: (message: Message, at: Element) => void;
  /** The open overlay. */
  readonly layer: ReactNode;
}

const icon = { size: 20, strokeWidth: 1.75 } as const;

/** A message in its chat. */
export const chatAt = (contact: ContactId, message: Message['msgId']): string =>
  pathTo('chat', { id: contact, msg_id: message });
export const videoPage = (src: string, name: string): string =>
  `${PATHS.video}?src=${encodeURIComponent(src)}&name=${encodeURIComponent(name)}`;
export const forwardPage = (from: ContactId, message: Message['msgId']): string =>
  selectionPath('forward', { contact_id: from, msg_id: message });

/** Handlers for presses on a picture, video or file of a list; without `reach` the list has no known ends. */
export function useMediaHandlers(
  contact: ContactId,
  messages: () => readonly Message[],
  reach: Reach = NO_END,
): MediaHandlers {
  const { store } = useClient();
  const erased = useStore((state) => state.conversations.get(contact)?.erased);
  const navigate = useNavigate();
  const [start, setStart] = useState<string | null>(null);
  const [sticker, setSticker] = useState<Message | null>(null);
  const openMenu = useFileMenu(messages);
  // A voice belongs to the page that it was started from.
  useEffect(() => () => stopPlaying(), []);

  const open = (message: Message, at: Element) => {
    if (message.type === 'emoji' && typeof message.extra?.['pack'] === 'number') return setSticker(message);
    if (message.type === 'image' || message.type === 'emoji') return setStart(message.id);
    if (message.type === 'video') return void navigate(videoPage(message.content, message.file?.name ?? ''));
    return openMenu(at, message.id);
  };
  const isGone = ({ key, sentAtMs }: ViewerImage): boolean => {
    const listed = messages();
    if (erased?.has(messageId(key)) || listed.some((one) => one.id === key)) return true;
    return spans(
      listed.map((one) => one.sentAtMs),
      sentAtMs,
      reach,
    );
  };
  const stickerLayer = sticker !== null && (
    <Suspense fallback={null}>
      <PackSheet
        message={sticker.id}
        onEnlarge={() => {
          setSticker(null);
          setStart(sticker.id);
        }}
        onClose={() => setSticker(null)}
      />
    </Suspense>
  );
  const viewer = start !== null && (
    <Suspense fallback={null}>
      <ImageViewer
        images={viewerImages(store.get(), unfolded(store.get(), contact, messages(), start))}
        start={start}
        isGone={isGone}
        onClose={() => setStart(null)}
        onForward={(message) => void navigate(forwardPage(contact, message))}
      />
    </Suspense>
  );
  const layer = (viewer || stickerLayer) && (
    <>
      {viewer}
      {stickerLayer}
    </>
  );
  return { open, layer };
}

/** The menu of a file, as long as its message exists. */
function useFileMenu(messages: () => readonly Message[]) {
  const { t } = useTranslation();
  return useMenu((id: Message['id']) => {
    const message = messages().find((one) => one.id === id);
    const file = message?.type === 'file' && !message.recalled ? message.file : null;
    if (!message || file === null) return null;
    const preview = file.preview;
    return {
      title: file.name,
      items: [
        {
          key: 'save',
          label: t('media.download'),
          icon: <FileDown {...icon} />,
          onSelect: () => saveAs(file.download || message.content, file.name),
        },
        ...(preview === ''
          ? []
          : [
              {
                key: 'open',
                label: t('media.openHere'),
                icon: <ExternalLink {...icon} />,
                onSelect: () => void window.open(preview, '_blank', 'noopener'),
              },
            ]),
      ],
    };
  });
}

/** Without folded ones, except the one that the user opened (BLOCK-17). */
const unfolded = (state: State, chat: ContactId, messages: readonly Message[], start: string) =>
  messages.filter(({ id, from }) => id === start || !isFolded(state, chat, from.id));

/** Pictures and stickers of a list, oldest first. */
export function viewerImages(state: State, messages: readonly Message[]): readonly ViewerImage[] {
  return messages
    .filter((one) => (one.type === 'image' || one.type === 'emoji') && !one.recalled)
    .map((one) => ({
      key: one.id,
      src: one.content,
      name: one.file?.name || 'picture',
      download: one.file?.download || one.content,
      author: nameOf(state, one.from),
      sentAtMs: one.sentAtMs,
      message: one.msgId > 0 ? one.msgId : null,
    }));
}
