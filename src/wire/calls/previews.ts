import * as v from 'valibot';
import { ours } from './call.ts';
import { messageRef } from './fields.ts';

/** Removes the link preview of the user's own message, for all members (PREVIEW-8). */
export const removePreview = ours('/enterprise/im/removePreview', v.object({ id: messageRef }));
