import { Copy, Download, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UploadView } from '../../../client/interface/files.ts';
import { previewOf } from '../../../client/state/selectors.ts';
import { unsentIn } from '../../../client/state/unsent.ts';
import type { OutboxItem } from '../../../client/state/state.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import { captionOf } from '../../../domain/message.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { Row, RowList } from '../../kit/row.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { saveAs } from '../../platform/save.ts';
import { schedule } from '../../platform/time.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { previewText } from '../../shared/preview-text.ts';
import { useUploads } from './use-uploads.ts';

const SAVING_MS = 60_000;
const icon = { size: 20, strokeWidth: 1.75 } as const;

/** Unsent content for a chat that is gone: can be read, copied, saved or discarded (SEND-21). */
export function UnsentHere({ chat }: { readonly chat: ContactId }) {
  const { t } = useTranslation();
  const items = useStore((state) => unsentIn(state, chat));
  const uploads = useUploads(chat);
  if (items.length + uploads.length === 0) return null;
  return (
    <RowList heading={t('chat.unsentHere')}>
      {items.map((item) => (
        <UnsentMessage key={item.message.id} item={item} />
      ))}
      {uploads.map((upload) => (
        <UnsentFile key={upload.id} upload={upload} />
      ))}
    </RowList>
  );
}

function UnsentMessage({ item: { message, reason } }: { readonly item: OutboxItem }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const { type, content, extra } = message;
  // Other kinds than text show a label: their text is the caption.
  const words = toPlain(unmarked(type === 'text' ? content : captionOf(extra), extra));
  const title =
    type === 'text' ? words : previewText(t, previewOf({ type, content, note: null, caption: words }), null);
  return (
    <Row
      title={title}
      detail={reason ?? undefined}
      end={<Ends words={words} onDiscard={() => actions.discard(message.id)} />}
    />
  );
}

function UnsentFile({
  upload: { id, file, sizeBytes, reason, caption = '', format },
}: {
  readonly upload: UploadView;
}) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const { actions } = useClient();
  const words = toPlain(unmarked(caption, format === undefined ? null : { format }));
  const save = () => {
    const address = URL.createObjectURL(file.body);
    saveAs(address, file.name);
    // Some browsers read it only after the click.
    schedule(SAVING_MS, () => URL.revokeObjectURL(address));
  };
  const facts = [sizeText(sizeBytes), words, reason ?? ''].filter((part) => part !== '');
  return (
    <Row
      title={file.name}
      detail={facts.join(' · ')}
      end={
        <Ends words={words} onDiscard={() => actions.cancelUpload(id)}>
          <IconButton label={t('common.save')} onClick={save}>
            <Download {...icon} />
          </IconButton>
        </Ends>
      }
    />
  );
}

/** Actions on one unsent item. */
function Ends({
  words,
  onDiscard,
  children,
}: {
  readonly words: string;
  readonly onDiscard: () => void;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const ask = useAsk();
  const copy = async () => {
    if (await copyText(words)) toasts.show(t('common.copied'));
  };
  const discard = async () => {
    const question = { title: t('later.discardTitle'), confirm: t('common.discard'), danger: true };
    if (await ask(question)) onDiscard();
  };
  return (
    <>
      {children}
      {words !== '' && (
        <IconButton label={t('common.copy')} onClick={() => void copy()}>
          <Copy {...icon} />
        </IconButton>
      )}
      <IconButton label={t('common.discard')} onClick={() => void discard()}>
        <Trash2 {...icon} />
      </IconButton>
    </>
  );
}
