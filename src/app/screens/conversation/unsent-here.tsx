import { Copy, Trash2 } from 'lucide-react';
import { unsentIn } from '../../../client/state/unsent.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { Row, RowList } from '../../kit/row.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';

/** What was written for a chat that is gone: to be read, copied or discarded (SEND-21). */
export function UnsentHere({ chat }: { readonly chat: ContactId }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const ask = useAsk();
  const items = useStore((state) => unsentIn(state, chat)).filter(({ message }) => message.type === 'text');
  if (items.length === 0) return null;
  const copy = async (text: string) => {
    if (await copyText(text)) toasts.show(t('common.copied'));
  };
  const discard = async (id: (typeof items)[number]['message']['id']) => {
    const words = { title: t('later.discardTitle'), confirm: t('common.discard'), danger: true };
    if (await ask(words)) actions.discard(id);
  };
  return (
    <RowList heading={t('chat.unsentHere')}>
      {items.map(({ message, reason }) => {
        const text = toPlain(message.content);
        return (
          <Row
            key={message.id}
            title={text}
            detail={reason ?? undefined}
            end={
              <>
                <IconButton label={t('common.copy')} onClick={() => void copy(text)}>
                  <Copy size={20} strokeWidth={1.75} />
                </IconButton>
                <IconButton label={t('common.discard')} onClick={() => void discard(message.id)}>
                  <Trash2 size={20} strokeWidth={1.75} />
                </IconButton>
              </>
            }
          />
        );
      })}
    </RowList>
  );
}
