import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileSizeText } from '../../../domain/media.ts';
import { Row } from '../../kit/row.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { dropCaches, keptBytes } from '../../platform/device.ts';
import { clearKept } from '../../platform/settings.ts';

/** What this device keeps; clearing leaves the login, unsent messages, drafts, language and switches alone. */
export function StorageRow() {
  const { t } = useTranslation();
  const ask = useAsk();
  const toasts = useToasts();
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    let gone = false;
    const look = async () => {
      const found = await keptBytes();
      if (!gone) setBytes(found);
    };
    void look();
    return () => {
      gone = true;
    };
  }, []);
  const clear = async () => {
    if (!(await ask({ title: t('setting.clearTitle'), text: t('setting.clearText'), confirm: t('setting.clear'), danger: true }))) return;
    clearKept(['chat-bg', 'qr-', 'search-recent', 'emoji-recent']);
    await dropCaches();
    setBytes(await keptBytes());
    toasts.show(t('setting.cleared'));
  };
  return <Row title={t('setting.clear')} value={bytes === null ? '' : fileSizeText(bytes)} onPress={() => void clear()} />;
}
