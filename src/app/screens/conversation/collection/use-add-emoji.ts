import { useState } from 'react';
import { attachLimits } from '../../../platform/limits.ts';
import { fileRefusal } from '../../../../domain/media.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { pickFiles } from '../../../platform/pick-files.ts';

const KINDS = ['jpg', 'jpeg', 'png', 'gif', 'webp'];
const LIMIT_MB = 2;

export interface AddEmoji {
  readonly pick: () => void;
  /** Pictures on their way. */
  readonly waiting: number;
  readonly limitMb: number;
}

/** Adds the chosen pictures as custom emoji, one after the other; rejected ones are reported and skipped. */
export function useAddEmoji(onAdded: () => void): AddEmoji {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const sizeMb = useStore((state) => state.config.fileUpload.emojiMb) ?? LIMIT_MB;
  const [waiting, setWaiting] = useState(0);
  const add = async (files: readonly File[]) => {
    if (files.length > attachLimits.emojiAtOnce)
      toasts.show(t('attach.many', { n: attachLimits.emojiAtOnce }));
    const fit = files.slice(0, attachLimits.emojiAtOnce).filter((file) => {
      const problem = fileRefusal({ name: file.name, sizeBytes: file.size }, { sizeMb, fileExt: KINDS });
      if (problem !== null)
        toasts.show(
          problem === 'size'
            ? t('emoji.size', { size: sizeMb })
            : problem === 'empty'
              ? t('attach.empty')
              : t('attach.type'),
        );
      return problem === null;
    });
    setWaiting((n) => n + fit.length);
    for (const file of fit) {
      const answer = await actions.uploadEmoji({ name: file.name, body: file });
      if (!answer.ok) toasts.show(failureText(t, answer.reason));
      setWaiting((n) => n - 1);
    }
    if (fit.length > 0) onAdded();
  };
  return {
    pick: () => void pickFiles(KINDS.map((one) => `.${one}`).join(','), true).then(add),
    waiting,
    limitMb: sizeMb,
  };
}
