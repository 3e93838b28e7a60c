import { fail } from '../../domain/result.ts';
import { DONE, NOBODY_SIGNED_IN } from '../connection/answers.ts';
import type { Actions } from '../interface/client.ts';
import { cardsWaitingMax } from '../state/limits.ts';
import type { ActionParts } from './parts.ts';

/** Cards of web addresses; requested with their messages (PREVIEW-1). */
export const previewActions = ({
  scope,
  opened,
  store,
  ports,
}: ActionParts): Pick<Actions, 'removePreview'> => ({
  removePreview: async (to, id, url) => {
    const open = scope() ?? (await opened());
    if (open === null) return NOBODY_SIGNED_IN;
    const waiting = store.get().pending.card;
    if (waiting.size >= cardsWaitingMax && !waiting.has(id)) return fail({ kind: 'transport', why: 'setup' });
    open.wishes.want({ register: 'card', conversation: id, value: { op: ports.ids.uuid(), to, url } });
    return DONE;
  },
});
