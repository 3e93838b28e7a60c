import type { RefObject } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import { toPlain } from '../../../domain/markup.ts';
import { mayRecall } from '../../../domain/permissions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { useAsk } from '../../kit/use-ask.tsx';
import type { ComposerHandle } from './compose/composer.tsx';
import { recallFacts, rememberRecalled } from './recalled.ts';
import type { TimelineRow } from './timeline.ts';

/**
 * Takes the own last text back, after asking, and puts it into the box to be changed (UI-60). False: there is
 * none.
 */
export function useEditLast(
  contact: Contact,
  rows: readonly TimelineRow[],
  composer: RefObject<ComposerHandle | null>,
): () => boolean {
  const { t } = useTranslation();
  const { actions, store } = useClient();
  const ask = useAsk();
  const edit = async (row: TimelineRow, text: string) => {
    if (
      !(await ask({
        title: t('chat.editLastTitle'),
        text: t('chat.editLastText'),
        confirm: t('chat.editLast'),
      }))
    )
      return;
    rememberRecalled(row.key, text);
    if ((await actions.recall(row.key)).ok) composer.current?.refill(text);
  };
  return () => {
    const state = store.get();
    const last = rows.findLast((row) => row.own && row.kind === 'bubble');
    if (last?.message?.type !== 'text' || last.message.msgId === 0) return false;
    const may = mayRecall(recallFacts(state, contact, last));
    if (may) void edit(last, toPlain(last.message.content));
    return may;
  };
}
