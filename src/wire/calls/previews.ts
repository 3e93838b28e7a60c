import * as v from 'valibot';
import { ours } from './call.ts';
import { messageRef } from './fields.ts';

/** The card under one's own text goes, for everybody (PREVIEW-8). */
export const removePreview = ours('/enterprise/im/removePreview', v.object({ id: messageRef }));
