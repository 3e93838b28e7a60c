import { useMemo } from 'react';
import type { Contact } from '../../../client/state/state.ts';

/** Whom one writes to: what does not change with every message. */
export type ChatPartner = Pick<Contact, 'id' | 'kind' | 'displayName' | 'avatar' | 'group'>;

/**
 * The same object while these facts stay: what stands around the messages is not drawn again for each of
 * them.
 */
export const useWho = ({ id, kind, displayName, avatar, group }: Contact): ChatPartner =>
  useMemo(() => ({ id, kind, displayName, avatar, group }), [id, kind, displayName, avatar, group]);
