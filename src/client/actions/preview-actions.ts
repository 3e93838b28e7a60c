import { removePreview } from '../../wire/calls/previews.ts';
import { outcome, path } from '../connection/answers.ts';
import type { Actions } from '../interface/client.ts';
import type { ActionParts } from './parts.ts';

/** Cards of web addresses; they are asked for with their messages (PREVIEW-1). */
export const previewActions = ({ api }: ActionParts): Pick<Actions, 'removePreview'> => ({
  removePreview: (id) => outcome(api.call(path(removePreview), { id })),
});
